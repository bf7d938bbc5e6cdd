"""The site: pages from docs, registers and catalogue, built by Sphinx without a network. ``python -m tools.site`` builds it."""
