"""The modules of a page as one file, so that a browser asks once instead of eighty times, each after the one before.

Every module becomes a function that is called once and returns what the module exports, in the order in which a browser
would have run them; an import takes its names from what was returned. The sources stay modules: they are checked,
tested and served as such. What cannot be told apart line by line (a cycle, a name that changes after its export, a text
of several lines) is not bundled but reported with its place.
"""

import posixpath
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

IMPORT = re.compile(r'^import\s+(?:\{(?P<names>[^}"]*)\}\s*from\s+)?"/(?P<module>[\w./-]+)";$', re.M)
DECLARED = re.compile(r"^export (?=(?:const|class|function\*?|async function\*?) (?P<name>[\w$]+))", re.M)
LISTED = re.compile(r"^export \{(?P<names>[^}]*)\};$", re.M)
LATER = re.compile(r'\bimport\("/(?P<module>[\w./-]+)"\)')
RELATIVE = re.compile(r'(?<=")\.\.?/[\w./-]+\.js(?="(?:;$|\)))', re.M)
KEYWORD = re.compile(r"^(?:import|export)\b.*", re.M)


class CannotBundle(ValueError):
    """A source that would not mean the same in a bundle; the sentence names its file and line."""


class Module(NamedTuple):
    body: str
    exports: tuple[str, ...]


def bundle(sources: Mapping[str, str], first: str, keep: Callable[[str, str], str] | None = None) -> str:
    """``first`` with everything that it imports, directly or not, as one module that imports nothing at once.

    What it imports later, by ``import("./….js")``, is a bundle of its own that is given the modules it shares with this
    one; ``keep`` is told its module and its text, and says under which address it is served.
    """
    done: dict[str, Module] = {}
    _add(sources, first, done, ())

    def later(found: re.Match[str]) -> str:
        if keep is None:
            raise CannotBundle(f"{first} imports {found['module']} later, and there is no place for that.")
        shared, text = _later(sources, found["module"], done)
        return f'import("{keep(found["module"], text)}").then((later) => later.bundle({{ {", ".join(shared)} }}))'

    return LATER.sub(later, _constants(done))


def _constants(modules: Mapping[str, Module]) -> str:
    return "".join(
        f"const {_variable(name)} = (() => {{\n{one.body}{_returned(one)}}})();\n" for name, one in modules.items()
    )


def _later(sources: Mapping[str, str], name: str, first: Mapping[str, Module]) -> tuple[list[str], str]:
    """What a bundle that comes later needs of the first, and the bundle."""
    done = dict(first)
    _add(sources, name, done, ())
    own = _constants({one: module for one, module in done.items() if one not in first})
    if LATER.search(own):
        raise CannotBundle(f"{name}: what is imported later cannot itself import anything later.")
    shared = [variable for variable in map(_variable, first) if re.search(rf"= {re.escape(variable)};$", own, re.M)]
    run = f"const run = ({{ {', '.join(shared)} }}) => {{\n{own}return {_variable(name)};\n}};\n"
    return shared, f"{run}let made;\nexport const bundle = (shared) => (made ??= run(shared));\n"


def plain(source: str, name: str = "") -> str:
    """A script or style sheet without the comments and indentation that only its readers need."""
    kept, inside = [], False
    for number, line in enumerate(source.splitlines(), 1):
        text = line.strip()
        while text or inside:
            if inside or text.startswith("/*"):
                _, end, text = text.partition("*/") if inside else text[2:].partition("*/")
                inside, text = not end, text.strip() if end else ""
                if inside:
                    break
                continue
            if not text.startswith("//"):
                _whole(text, f"{name}, line {number}")
                kept.append(text)
            break
    return "\n".join(kept) + "\n"


def _whole(line: str, place: str) -> None:
    """Nothing that goes on in the next line may depend on how that begins."""
    if line.count("`") % 2 or line.endswith("\\"):
        raise CannotBundle(f"{place}: a text that goes on in the next line cannot be bundled; join its lines with +.")


def _add(sources: Mapping[str, str], name: str, done: dict[str, Module], importers: tuple[str, ...]) -> None:
    """Put a module after all that it imports."""
    if name in importers:
        raise CannotBundle(f"{' imports '.join((*importers, name))}: modules that import each other cannot be bundled.")
    if name in done:
        return
    if name not in sources:
        raise CannotBundle(f"{importers[-1] if importers else 'The page'} imports {name}, which does not exist.")
    text = RELATIVE.sub(lambda found: _resolved(name, found[0]), plain(sources[name], name))
    for found in IMPORT.finditer(text):
        _add(sources, found["module"], done, (*importers, name))
    done[name] = _wrapped(text, name, done)


def _wrapped(text: str, name: str, done: Mapping[str, Module]) -> Module:
    exports: list[str] = []

    def imported(found: re.Match[str]) -> str:
        module, wanted = found["module"], _names(found["names"] or "")
        missing = [one for one, _ in wanted if one not in done[module].exports]
        if missing:
            raise CannotBundle(f"{name} imports {missing[0]} from {module}, which does not export it by that name.")
        taken = ", ".join(one if one == called else f"{one}: {called}" for one, called in wanted)
        return f"const {{ {taken} }} = {_variable(module)};" if wanted else ""

    def declared(found: re.Match[str]) -> str:
        exports.append(found["name"])
        return ""

    def listed(found: re.Match[str]) -> str:
        renamed = [one for one, called in _names(found["names"]) if one != called]
        if renamed:
            raise CannotBundle(f"{name} exports {renamed[0]} under another name, which cannot be bundled.")
        exports.extend(one for one, _ in _names(found["names"]))
        return ""

    text = LISTED.sub(listed, DECLARED.sub(declared, IMPORT.sub(imported, text)))
    if left := KEYWORD.search(text):
        raise CannotBundle(
            f"{name}: {left[0]!r} cannot be bundled; import and export names in braces, or declarations."
        )
    return Module(text, tuple(exports))


def _resolved(module: str, path: str) -> str:
    """The module at a path relative to another one, from the folder of all of them: ``/kit/dom.js``."""
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(module), path))


def _names(listed: str) -> list[tuple[str, str]]:
    """``a, b as c``: each name as it is exported and as it is called here."""
    found = [part.split() for part in listed.split(",") if part.strip()]
    return [(words[0], words[-1]) for words in found]


def _variable(module: str) -> str:
    return "$" + re.sub(r"\W", "_", module.removesuffix(".js"))


def _returned(module: Module) -> str:
    return f"return {{ {', '.join(module.exports)} }};\n" if module.exports else ""
