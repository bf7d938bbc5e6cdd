"""Parameters of addresses that several groups of routes have."""

from typing import Annotated

from litestar.params import Parameter

TableId = Annotated[str, Parameter(max_length=64, description="The name of a table, as the lobby lists it.")]
