"""Check the pages: types with the TypeScript compiler, the rest with ESLint. Run by `make check`.

Where npm could not install them this says so, loudly, and fails only where PITBOSS_PAGES=required is set, as
.ci/run does: on a machine without the registry the other checks still count, but no change lands unchecked.
"""

import os
import subprocess
import sys

from pitboss.house.wire import schema
from tools.bootstrap import NO_PAGE_CHECKS, PAGE_CHECKS, ROOT, find_node, page_checker

PAGES = "src/pitboss/web"
CONFIGURATION = PAGE_CHECKS.relative_to(ROOT).as_posix()


def main() -> int:
    node, compiler, linter = find_node(), page_checker("typescript/bin/tsc"), page_checker("eslint/bin/eslint.js")
    if node is None or compiler is None or linter is None:
        print(NO_PAGE_CHECKS, file=sys.stderr, flush=True)
        return 1 if os.environ.get("PITBOSS_PAGES") == "required" else 0
    if (
        schema.TYPES.read_text(encoding="utf-8") != schema.javascript()
        or schema.SCHEMA.read_bytes() != schema.json_schema()
    ):
        print("Pages: types.js or the JSON Schema is not what the wire's structures say; run make wire.")
        return 1
    commands = (
        (compiler, "--project", CONFIGURATION),
        (
            linter,
            "--config",
            f"{CONFIGURATION}/eslint.config.js",
            "--max-warnings",
            "0",
            PAGES,
            CONFIGURATION,
            "tests/web",
        ),
    )
    failed = [command[0].stem for command in commands if subprocess.run([node, *command], cwd=ROOT).returncode]
    print(f"Pages: {' and '.join(failed)} failed." if failed else "Pages: types and lint are in order.")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
