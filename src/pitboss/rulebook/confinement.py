"""Confines a process before it imports the code of a rules package, with what Linux has for anyone, root or not.

Landlock lets it open for reading the package, the interpreter, the installed libraries and the shared libraries that they are
linked with, and nothing for writing. A filter of system calls (seccomp) leaves what computing, reading files and writing to open
pipes take: no network, no other process, no signal to one. Limits bound memory, time of the processor and the size of what is
written. Names and sizes of other files can still be seen, contents cannot. None of it can be undone by the process.

This file runs in the process of a package too (``child``), where nothing of the project is imported, and beside the verifier of
a bundle of evidence: it needs Python 3.9 alone.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import site
import struct
import sys
import sysconfig
from functools import cache
from pathlib import Path

MEMORY_BYTES = 1 << 30
PROCESSOR_SECONDS = 6 * 3600  # of one process, which may replay many records; the clock of who waits for it is shorter
WRITTEN_BYTES = 1 << 20  # to a file that was opened before: the one for errors
OPEN_FILES = 64

_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
_PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS, _SECCOMP_FILTER = 22, 38, 2
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}  # from which version of Landlock on it knows how many rights to files
_BIND_AND_CONNECT, _SIGNALS_AND_ABSTRACT_SOCKETS = 0b11, 0b11

# The system calls that are left, by their numbers on x86-64 and on 64-bit ARM.
CALLS: dict[str, tuple[int | None, int | None]] = {
    "access": (21, None), "brk": (12, 214), "clock_getres": (229, 114), "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115), "close": (3, 57), "exit": (60, 93), "exit_group": (231, 94), "faccessat": (269, 48),
    "faccessat2": (439, 439), "fadvise64": (221, 223), "fcntl": (72, 25), "fstat": (5, 80), "futex": (202, 98),
    "getcwd": (79, 17), "getdents64": (217, 61), "getegid": (108, 177), "geteuid": (107, 175), "getgid": (104, 176),
    "getpid": (39, 172), "getrandom": (318, 278), "getrusage": (98, 165), "gettid": (186, 178),
    "gettimeofday": (96, 169), "getuid": (102, 174), "lseek": (8, 62), "lstat": (6, None), "madvise": (28, 233),
    "membarrier": (324, 283), "mmap": (9, 222), "mprotect": (10, 226), "mremap": (25, 216), "munmap": (11, 215),
    "nanosleep": (35, 101), "newfstatat": (262, 79), "open": (2, None), "openat": (257, 56), "poll": (7, None),
    "ppoll": (271, 73), "pread64": (17, 67), "pselect6": (270, 72), "read": (0, 63), "readlink": (89, None),
    "readlinkat": (267, 78), "readv": (19, 65), "restart_syscall": (219, 128), "rseq": (334, 293),
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "sched_getaffinity": (204, 123),
    "sched_yield": (24, 124), "select": (23, None), "set_robust_list": (273, 99), "sigaltstack": (131, 132),
    "stat": (4, None), "statx": (332, 291), "sysinfo": (99, 179), "time": (201, None), "times": (100, 153),
    "uname": (63, 160), "write": (1, 64), "writev": (20, 66),
}  # fmt: skip
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # the column above, and the kernel's name for it

# BPF: load a word, jump if equal, return.
_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM
_NUMBER_AT, _MACHINE_AT = 0, 4


class Unconfined(Exception):
    """Why this process cannot be confined, as words that end a sentence."""


@cache
def missing() -> str:
    """What a process cannot be confined for want of on this machine, as words; empty where nothing is missing."""
    if sys.platform != "linux":
        return f"{platform.system()} has no Landlock"
    if platform.machine() not in _MACHINES or sys.maxsize < 1 << 32:
        return f"the system calls of {platform.machine()} are not known here"
    if _landlock_version() < 1:
        return "the kernel has no Landlock, or does not allow it"
    if _libc().prctl(_PR_SET_SECCOMP, _SECCOMP_FILTER, None, 0, 0) == 0 or ctypes.get_errno() != errno.EFAULT:
        return "the kernel has no filters for system calls, or does not allow them"
    return ""


def summary() -> str:
    """What confines the process of a rules package here, for people."""
    if why := missing():
        return f"not confined: {why}"
    return f"confined by Landlock (version {_landlock_version()}), a filter of system calls, and limits"


def confine(package: Path, written_bytes: int = WRITTEN_BYTES) -> None:
    """Confine this process for good, to reading the package and what Python needs to run it."""
    if why := missing():
        raise Unconfined(why)
    _limit(written_bytes)
    if _libc().prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise Unconfined("it may still gain privileges")
    _restrict_files((package, *_needed()))
    _filter_calls()


def _needed() -> list[Path]:
    """What Python reads to run: its own library, the installed packages, and the shared libraries in use by now."""
    names = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    names |= {*site.getsitepackages(), "/etc/ld.so.cache"}
    with open("/proc/self/maps") as maps:
        mapped = {line.split(maxsplit=5)[5].strip() for line in maps if line.count("/")}
    names |= {os.path.dirname(name) for name in mapped if ".so" in os.path.basename(name)}
    return [Path(name) for name in sorted(filter(None, names)) if os.path.exists(name)]


def _limit(written_bytes: int) -> None:
    import resource  # there is none on Windows, where this file is imported too

    for what, most in (
        (resource.RLIMIT_AS, MEMORY_BYTES), (resource.RLIMIT_CPU, PROCESSOR_SECONDS), (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, written_bytes), (resource.RLIMIT_NOFILE, OPEN_FILES), (resource.RLIMIT_NPROC, 0),
    ):  # fmt: skip
        hard = resource.getrlimit(what)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (least, least))


def _restrict_files(readable: tuple[Path, ...]) -> None:
    version = _landlock_version()
    rights = _FILE_RIGHTS[max(since for since in _FILE_RIGHTS if since <= version)]
    handled = struct.pack("=Q", (1 << rights) - 1)
    handled += struct.pack("=Q", _BIND_AND_CONNECT) if version >= 4 else b""
    handled += struct.pack("=Q", _SIGNALS_AND_ABSTRACT_SOCKETS) if version >= 6 else b""
    ruleset = _call(_LANDLOCK_CREATE, handled, len(handled), 0)
    for path in readable:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        allowed = _READ_FILE | _READ_DIR if path.is_dir() else _READ_FILE
        _call(_LANDLOCK_ADD, ruleset, 1, struct.pack("=Qi", allowed, handle), 0)
        os.close(handle)
    _call(_LANDLOCK_RESTRICT, ruleset, 0)
    os.close(ruleset)


def _filter_calls() -> None:
    column, machine = _MACHINES[platform.machine()]
    numbers = sorted(number for row in CALLS.values() if (number := row[column]) is not None)
    program = [
        (_LOAD, 0, 0, _MACHINE_AT),
        (_JUMP_IF_EQUAL, 1, 0, machine),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
    ]
    for place, number in enumerate(numbers):  # from each to the last line: it is allowed
        program.append((_JUMP_IF_EQUAL, len(numbers) - place, 0, number))
    program += [(_RETURN, 0, 0, _REFUSE), (_RETURN, 0, 0, _ALLOW)]
    lines = b"".join(struct.pack("=HBBI", *line) for line in program)
    code = ctypes.create_string_buffer(lines, len(lines))
    whole = struct.pack("@HP", len(program), ctypes.addressof(code))
    if _libc().prctl(_PR_SET_SECCOMP, _SECCOMP_FILTER, whole, 0, 0):
        raise Unconfined(f"its system calls cannot be filtered: {os.strerror(ctypes.get_errno())}")


@cache
def _landlock_version() -> int:
    return int(_libc().syscall(_LANDLOCK_CREATE, None, 0, 1))


def _call(*arguments: int | bytes) -> int:
    done = int(_libc().syscall(*arguments))
    if done < 0:
        raise Unconfined(f"Landlock refuses: {os.strerror(ctypes.get_errno())}")
    return done


@cache
def _libc() -> ctypes.CDLL:
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return library
