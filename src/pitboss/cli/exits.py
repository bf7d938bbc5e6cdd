"""The exit status of every command, and which commands print no facts; help, man page and tests read it here.

0 is done, 2 is refused. 1 is the answer "no" of a command that was asked whether something is in order; of any other it says that
somebody stopped it.
"""

DONE, NO, REFUSED = 0, 1, 2
MEANING = {
    DONE: "Done; what was looked at is in order.",
    NO: "What was looked at is not in order, or differs (the commands below say what); or somebody stopped the command.",
    REFUSED: "Refused: a wrong option or argument, a file that is not there or cannot be read, something that may not be done.",
}
# What 1 says, of the commands that can say no.
SAYS_NO = {
    "standby list": "there is not one primary that waits for a standby",
    "submission check": "the submission is not lawful",
    "floor check": "something is wrong with the floor file or a filing",
    "floor diff": "the house differs from the file",
    "notice check": "the notice is not in order",
    "provisions": "a provision is not accounted for",
    "alarm test": "a test message did not arrive, or alarms go nowhere",
    "doctor": "something is wrong with the database",
    "backup check": "the backup is not in order",
    "backup restore": "the backup is not in order; nothing was restored",
    "audit": "a settlement differs, or a round could not be settled again",
    "rules check": "the package is damaged, or is not of the installed rules",
    "rules version": "the installed rules cannot be read",
    "rules list": "the installed rules cannot be read",
    "rules pack": "the rules cannot be packed",
    "rules approved": "the list of the house cannot be read",
    "run": "a scenario is refused",
}
# Commands without --json, and why.
PAPER, TO_BE_EDITED, TALKS = (
    "it writes a paper",
    "it writes a file that somebody edits",
    "it talks with a person or a device",
)
LINES = "it writes a format for programs already"
PRINTS_NO_FACTS = {
    **dict.fromkeys(("signs", "card", "checklist", "par", "report", "guide", "form", "layout", "notice letter"), PAPER),
    **dict.fromkeys(("submission new", "floor new", "notice new", "new-game"), TO_BE_EDITED),
    **dict.fromkeys(("play", "drill", "device bridge", "device simulate"), TALKS),
    **dict.fromkeys(("run", "export", "conformance answer"), LINES),
}
