"""Sphinx's settings; copied into the folder that the site is built from."""

from pitboss import __version__

project = "pitboss"
author = "the pitboss authors"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns: list[str] = []
html_theme = "furo"
html_title = f"pitboss {__version__}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_use_index = False
html_domain_indices = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}
templates_path = ["_templates"]
pygments_style = "friendly"
pygments_dark_style = "github-dark"
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
toc_object_entries = False  # hundreds of names would be written into the navigation of every page
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
suppress_warnings = ["myst.header"]  # a page of the project may begin its parts one level down
