"""pitboss: Pennsylvania's table-game code, executable.

What it offers by name is listed in ``pitboss.public`` (docs/library.md), its release in ``pitboss.version``; ``__init__.pyi``
has the types. Neither is imported by a rule, so that a release, or one more name, is no new version of the rules. Each name
is loaded when it is first asked for, and ``import pitboss`` costs next to nothing.
"""


def __getattr__(name: str) -> object:
    import importlib

    try:
        public = importlib.import_module("pitboss.public")
    except ModuleNotFoundError:  # a rules package has the rules alone
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}") from None
    found: object = public.offered(name)
    globals()[name] = found  # the next time it is simply there
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__getattr__("__all__")})  # type: ignore[misc]
