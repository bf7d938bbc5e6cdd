"""The host of a table: takes commands one at a time, watches the clocks, deals where no person does, and commits every
entry to disk before it acknowledges anything. Clocks and entropy enter the house through this package."""
