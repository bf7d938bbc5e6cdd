"""Compiled kernels fed by the chapters' tables, and the runner."""

import pitboss.exact  # noqa: F401  (where compiled code is cached)
