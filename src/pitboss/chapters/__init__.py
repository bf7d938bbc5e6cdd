"""The chapters of 58 Pa. Code, one module each. They never import each other."""
