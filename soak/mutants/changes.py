"""Every small change that can be made inside one object of a module, as an edit of its source.

An edit is made in the text, not in the tree, so that what is reported is a line that can be pasted into the file. Nothing
is changed that no rule depends on: docstrings, annotations, decorators, assertions, the words of a message, a citation.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

Written = ast.stmt | ast.expr | ast.keyword  # what has a place in the source
Edit = tuple[str, int, int, str]  # kind, first byte, byte after the last, what is there instead
OPPOSITE: dict[type[ast.AST], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.BitAnd: "|",
    ast.BitOr: "&",
}
OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}
ODDS = re.compile(r"(\d+)((?:\.\d+)? (?:to|for) )(\d+)")  # as a paytable has them: "35 to 1"
NUMBERS = re.compile(r"\d+(?: \d+){2,}")  # as a wheel has them: "0 32 15 19"
# Left out, a statement of these kinds leaves a program that still runs; a name that is never bound would fail anywhere.
STATEMENTS = (ast.Expr, ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Delete, ast.If, ast.For, ast.While)
# What is added to a sequence or a text is not reckoned with.
NO_NUMBER = (ast.Tuple, ast.List, ast.Dict, ast.JoinedStr, ast.ListComp, ast.Starred)
# Where the order of what is listed says nothing.
UNORDERED = {"isinstance", "frozenset", "set", "dict", "sum", "any", "all", "max", "min"}


@dataclass(frozen=True)
class Change:
    """Bytes ``start`` to ``end`` of a module's source become ``text``."""

    module: str
    place: str
    kind: str
    start: int
    end: int
    text: str
    line: int

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]

    def difference(self, source: bytes) -> tuple[str, str]:
        """The lines concerned, before and after, without what surrounds them."""
        first = source.rfind(b"\n", 0, self.start) + 1
        last = source.find(b"\n", self.end)
        last = len(source) if last < 0 else last
        before = source[first:last].decode()
        after = (source[first : self.start] + self.text.encode() + source[self.end : last]).decode()
        return _bare(before), _bare(after)


def _bare(text: str) -> str:
    return " ".join(text.split())


def find(tree: ast.Module, name: str) -> ast.stmt | None:
    """The statement that defines a name of the module, ``Class.name`` within a class."""
    body: list[ast.stmt] = tree.body
    found: ast.stmt | None = None
    for part in name.split("."):
        found = next((s for s in body if part in _names(s)), None)
        if found is None:
            return None
        body = found.body if isinstance(found, ast.ClassDef) else []
    return found


def _names(statement: ast.stmt) -> set[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            return {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
    return set()


@dataclass
class Editor:
    """The source of one module, with the members of the enumerations that it knows by name."""

    module: str
    source: bytes
    enums: dict[str, tuple[str, ...]]
    tree: ast.Module = field(init=False)
    starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.tree = ast.parse(self.source)
        self.starts = [0, *(m.end() for m in re.finditer(rb"\n", self.source))]

    def changes(self, place: str) -> list[Change]:
        """Every change within one object, in the order of the source; none twice."""
        statement = find(self.tree, place)
        if statement is None:
            return []
        found = (
            Change(self.module, place, kind, start, end, text, self.source.count(b"\n", 0, start) + 1)
            for kind, start, end, text in self._statement(statement)
        )
        return sorted(set(found), key=lambda c: (c.start, c.end, c.text))

    def lines_about(self, place: str, provision: str) -> set[int]:
        """The lines of an object that carry out a provision: the statement that cites it, and what it depends on."""
        statement = find(self.tree, place)
        if statement is None:
            return set()
        lines, tail = self.source.decode().split("\n"), provision[4:]
        cited = re.compile(rf"(?:{re.escape(provision)}|(?<=[}}\"']){re.escape(tail)})(?![(\w])")
        about: set[int] = set()
        for number in range(statement.lineno, (statement.end_lineno or 0) + 1):
            if cited.search(lines[number - 1]):
                around = [s for s in ast.walk(statement) if isinstance(s, ast.stmt) and _spans(s, number)]
                inner = max(around, key=lambda s: s.lineno)
                conditions = [s.test for s in around if isinstance(s, ast.If | ast.While)]
                if not isinstance(inner, ast.FunctionDef | ast.ClassDef):
                    whole = isinstance(inner, ast.If | ast.For | ast.While | ast.With | ast.Match | ast.Try)
                    about |= {number} if whole else set(range(inner.lineno, (inner.end_lineno or 0) + 1))
                    about |= {n for c in conditions[-1:] for n in range(c.lineno, (c.end_lineno or 0) + 1)}
        return about

    def whole(self, place: str, ran: set[int]) -> set[int]:
        """The lines of every statement of an object of which a line ran."""
        statement, lines = find(self.tree, place), set[int]()
        for each in ast.walk(statement) if statement else ():
            if isinstance(each, ast.stmt) and not hasattr(each, "body"):
                its = set(range(each.lineno, (each.end_lineno or 0) + 1))
                lines |= its if its & ran else set()
        return lines | ran

    def span(self, node: Written) -> tuple[int, int]:
        """The first byte of a node, and the one after its last."""
        return self._from(node), self._to(node)

    # -- where things are

    def _from(self, node: Written) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def _to(self, node: Written) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: Written) -> str:
        return self.source[self._from(node) : self._to(node)].decode()

    def _instead(self, kind: str, node: Written, text: str) -> Edit:
        return kind, self._from(node), self._to(node), text

    # -- statements

    def _statement(self, node: ast.stmt) -> Iterator[Edit]:
        match node:
            case ast.FunctionDef(body=body, args=arguments) | ast.AsyncFunctionDef(body=body, args=arguments):
                for default in (*arguments.defaults, *(d for d in arguments.kw_defaults if d)):
                    yield from self._expression(default)
                yield from self._block(body)
                return
            case ast.ClassDef(body=body):
                yield from self._block(body)
                return
            case ast.AnnAssign(value=value):
                if value:
                    yield from self._expression(value)
                return
            case ast.Assert() | ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Global() | ast.Nonlocal():
                return
            case ast.Expr(value=ast.Constant()):
                return
            case ast.Assign(targets=[ast.Name(id="__slots__")]):
                return
            case ast.Return(value=value) if value and not isinstance(value, ast.Constant):
                yield self._instead("return", value, "None")
            case ast.AugAssign(op=op, target=target, value=value) if type(op) in OPPOSITE:
                sign = self._text(node)[len(self._text(target)) : -len(self._text(value))].strip()
                yield from self._between("arithmetic", target, value, sign, OPPOSITE[type(op)] + "=")
        if self._can_be_left_out(node):
            yield self._instead("statement", node, "pass")
        if isinstance(node, ast.Raise):
            return  # what it says is words
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                continue
            if isinstance(child, ast.match_case):
                if child.guard:
                    yield from self._expression(child.guard, condition=True)
                yield from self._block(child.body)
            elif isinstance(child, ast.ExceptHandler):
                yield from self._block(child.body)
            elif isinstance(child, ast.expr):
                condition = isinstance(node, ast.If | ast.While) and child is node.test
                yield from self._expression(child, condition=condition)
            elif isinstance(child, ast.withitem):
                yield from self._expression(child.context_expr)
        for name in ("body", "orelse", "finalbody"):
            inner = getattr(node, name, [])
            if isinstance(inner, list):
                yield from self._block(inner)

    def _block(self, body: list[ast.stmt]) -> Iterator[Edit]:
        for statement in body:
            yield from self._statement(statement)

    def _can_be_left_out(self, node: ast.stmt) -> bool:
        if isinstance(node, ast.If):
            return self._text(node).startswith("if")  # not the "elif" of another
        if isinstance(node, ast.Assign):
            return all(isinstance(t, ast.Attribute | ast.Subscript) for t in node.targets)
        return isinstance(node, STATEMENTS)

    def _between(self, kind: str, left: Written, right: Written, before: str, after: str) -> Iterator[Edit]:
        gap = self.source[self._to(left) : self._from(right)]
        at = gap.find(before.encode())
        if at >= 0:
            start = self._to(left) + at
            yield kind, start, start + len(before.encode()), after

    # -- expressions

    def _expression(self, node: ast.expr, *, condition: bool = False, ordered: bool = True) -> Iterator[Edit]:
        match node:
            case ast.JoinedStr():
                return  # words of a message, or a citation
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                for op, before, after in zip(ops, (left, *comparators), comparators, strict=False):
                    sign = ast.unparse(ast.Compare(ast.Name("a"), [op], [ast.Name("b")]))[2:-2]
                    yield from self._between("comparison", before, after, sign, OPPOSITE[type(op)])
                for op, after in zip(ops, comparators, strict=True):
                    yield from self._expression(after, ordered=not isinstance(op, ast.In | ast.NotIn))
                yield from self._expression(left)
                return
            case ast.BoolOp(op=op, values=values):
                word = " or " if isinstance(op, ast.And) else " and "
                yield self._instead("boolean", node, "(" + word.join(f"({self._text(v)})" for v in values) + ")")
                word = " and " if isinstance(op, ast.And) else " or "
                for gone in values:
                    left_over = word.join(f"({self._text(v)})" for v in values if v is not gone)
                    yield self._instead("boolean", node, f"({left_over})")
                for value in values:
                    yield from self._expression(value, condition=condition)
                return
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield self._instead("boolean", node, f"({self._text(operand)})")
            case ast.Constant(value=bool(value)):
                yield self._instead("constant", node, str(not value))
            case ast.Constant(value=int(value)):
                yield self._instead("constant", node, str(value + 1))
                yield self._instead("constant", node, str(value - 1) if value else "-1")
            case ast.Constant(value=str(value)) if found := ODDS.fullmatch(value):
                for odds in _other_odds(found):
                    yield self._instead("odds", node, repr(odds))
            case ast.Constant(value=str(value)) if NUMBERS.fullmatch(value):
                yield from self._words(node, value.split())
            case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
                if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
                    return
                yield from self._listed(node, elements, ordered=ordered and not isinstance(node, ast.Set))
            case ast.Dict(keys=keys, values=values):
                yield from self._mapping(node, keys, values)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPPOSITE:
                texts = any(isinstance(s, ast.Constant) and isinstance(s.value, str) for s in (left, right))
                if not texts and not isinstance(left, NO_NUMBER) and not isinstance(right, NO_NUMBER):
                    sign = ast.unparse(ast.BinOp(ast.Name("a"), op, ast.Name("b")))[2:-2]
                    yield from self._between("arithmetic", left, right, sign, OPPOSITE[type(op)])
            case ast.IfExp(test=test, body=body, orelse=orelse):
                yield self._instead("choice", node, f"({self._text(body)})")
                yield self._instead("choice", node, f"({self._text(orelse)})")
                yield from self._expression(test, condition=True)
                yield from self._expression(body)
                yield from self._expression(orelse)
                return
            case ast.Attribute(value=ast.Name(id=name), attr=member) if member in self.enums.get(name, ()):
                members = self.enums[name]
                sibling = members[(members.index(member) + 1) % len(members)]
                if sibling != member:
                    yield self._instead("member", node, f"{name}.{sibling}")
            case ast.Call():
                yield from self._call(node)
                return
        if condition and not isinstance(node, ast.UnaryOp | ast.Constant | ast.NamedExpr):
            yield self._instead("condition", node, f"(not ({self._text(node)}))")
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from self._expression(child)
            elif isinstance(child, ast.comprehension):
                yield from self._expression(child.iter)
                for each in child.ifs:
                    yield from self._expression(each, condition=True)

    def _call(self, node: ast.Call) -> Iterator[Edit]:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in OTHER_NAME:
            yield self._instead("choice", node.func, OTHER_NAME[name])
        keywords = [k for k in node.keywords if k.arg != "strict"]  # of zip: an assertion
        for keyword in keywords:
            if keyword.arg and not keyword.arg.endswith("cite"):
                yield self._without(keyword)
        yield from self._expression(node.func)
        for argument in (*node.args, *(k.value for k in keywords)):
            yield from self._expression(argument, ordered=name not in UNORDERED)

    def _without(self, gone: ast.keyword) -> Edit:
        """A keyword is dropped, with the comma before it or after it."""
        start, end = self._from(gone), self._to(gone)
        after = re.match(rb"\s*,\s*", self.source[end:])
        if after:
            return "keyword", start, end + after.end(), ""
        before = re.search(rb"\s*,\s*$", self.source[:start])
        return "keyword", before.start() if before else start, end, ""

    def _words(self, node: ast.Constant, words: list[str]) -> Iterator[Edit]:
        for step in (1, 2):
            for i in range(len(words) - step):
                if words[i] != words[i + step]:
                    swapped = [*words]
                    swapped[i], swapped[i + step] = words[i + step], words[i]
                    yield self._instead("order", node, repr(" ".join(swapped)))

    def _listed(self, node: ast.expr, elements: list[ast.expr], *, ordered: bool) -> Iterator[Edit]:
        texts = [self._text(e) for e in elements]
        opening, closing = {ast.List: ("[", "]"), ast.Set: ("{", "}")}.get(type(node), ("(", ")"))
        for gone in range(len(texts)):
            rest = [t for i, t in enumerate(texts) if i != gone]
            if rest:
                comma = "," if len(rest) == 1 and opening == "(" else ""
                yield self._instead("element", node, opening + ", ".join(rest) + comma + closing)
        for step in (1, 2):
            for i in range(len(texts) - step):
                if ordered and texts[i] != texts[i + step]:
                    swapped = [*texts]
                    swapped[i], swapped[i + step] = texts[i + step], texts[i]
                    yield self._instead("order", node, opening + ", ".join(swapped) + closing)

    def _mapping(self, node: ast.Dict, keys: list[ast.expr | None], values: list[ast.expr]) -> Iterator[Edit]:
        pairs = [(self._text(k) + ": " if k else "**", self._text(v)) for k, v in zip(keys, values, strict=True)]
        for gone in range(len(pairs)):
            rest = ", ".join(k + v for i, (k, v) in enumerate(pairs) if i != gone)
            yield self._instead("element", node, "{" + rest + "}")
        for i, ((one, first), (other, second)) in enumerate(pairwise(pairs)):
            if "**" not in (one, other) and first != second:
                swapped = [*pairs[:i], (one, second), (other, first), *pairs[i + 2 :]]
                yield self._instead("order", node, "{" + ", ".join(k + v for k, v in swapped) + "}")


def _other_odds(odds: re.Match[str]) -> Iterator[str]:
    won, between, staked = int(odds[1]), odds[2], int(odds[3])
    yield from (f"{won + 1}{between}{staked}", f"{won - 1}{between}{staked}", f"{won}{between}{staked + 1}")


def _spans(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or 0)
