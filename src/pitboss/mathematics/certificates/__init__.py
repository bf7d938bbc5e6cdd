"""Certificates: a small file for every edge, and a checker that stands alone."""
