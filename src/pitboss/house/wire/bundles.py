"""The modules of a page as one file, for a house that runs from a checkout, where nothing has bundled the pages before.

Every module becomes a function that is called once and returns what the module exports, in the order in which a browser
would have run them; an import takes its names from what was returned. The sources stay modules: they are checked,
tested and served as such. What cannot be separated line by line (a cycle, a name that changes after its export, a text
of several lines) is not bundled but reported with its place.

Measured: the first screen of a table, in Chromium, over HTTP/1.1 with 400 ms and 400 kbit/s:

    modules with modulepreload      7.7 s   77 requests   230 KB
    bundled here                    3.4 s    7 requests   109 KB
    bundled by esbuild (a wheel)    3.2 s    7 requests    88 KB
"""

import hashlib
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import NamedTuple

COMMON_STYLES = ("kit/tokens.css", "kit/base.css", "kit/components.css")  # of every page, before its own
IMPORT = re.compile(r'^import\s+(?:\{(?P<names>[^}"]*)\}\s*from\s+)?"/(?P<module>[\w./-]+)";$', re.M)
DECLARED = re.compile(r"^export (?=(?:const|class|function\*?|async function\*?) (?P<name>[\w$]+))", re.M)
LISTED = re.compile(r"^export \{(?P<names>[^}]*)\};$", re.M)
LATER = re.compile(r'\bimport\("/(?P<module>[\w./-]+)"\)')
RELATIVE = re.compile(r'(?<=")\.\.?/[\w./-]+\.js(?="(?:;$|\)))', re.M)
KEYWORD = re.compile(r"^(?:import|export)\b.*", re.M)


def files_in(folder: Traversable) -> dict[str, bytes]:
    """Every file of a folder and the folders in it, by its path."""
    return dict(sorted(_files(folder, "")))


def _files(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for one in folder.iterdir():
        if one.is_dir():
            yield from _files(one, f"{prefix}{one.name}/")
        else:
            yield f"{prefix}{one.name}", one.read_bytes()


def digest(files: Mapping[str, bytes]) -> str:
    """SHA-256 over files with their paths; of the sources, what was built from them (``dist/``) left out."""
    whole = hashlib.sha256()
    for path, body in files.items():
        if not path.startswith("dist/"):
            whole.update(f"{path}\0{len(body)}\0".encode() + body)
    return whole.hexdigest()


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
    targets = {found["module"] for module in done.values() for found in LATER.finditer(module.body)}
    reached = Counter(module for target in targets for module in _added(sources, target, done))
    for module in [module for module, times in sorted(reached.items()) if times > 1]:
        _add(sources, module, done, ())  # two later bundles need it, and it has to run once

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


def _added(sources: Mapping[str, str], name: str, done: Mapping[str, Module]) -> set[str]:
    """The modules that a later bundle would bring along."""
    more = dict(done)
    _add(sources, name, more, ())
    return more.keys() - done.keys()


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
