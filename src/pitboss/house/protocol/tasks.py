"""What waits for people: each task with the one act that does it. Tasks are derived from state; nothing of them is stored."""

from typing import Any, Literal

from pitboss.house.protocol.message import Message

Urgency = Literal["now", "soon", "later"]


class TaskAsk(Message):
    """Something that only the person knows, and says to do a task: a field of the body, and the words beside it."""

    field: str
    words: str
    number: bool = False
    money: bool = False  # said in dollars, sent in cents


class TaskChoice(Message):
    """One way to do a task: what it is called, and what it adds to the body of the request."""

    words: str
    fields: dict[str, Any] = {}
    path: str = ""  # where this choice is posted, instead of where the act says
    asks: tuple[TaskAsk, ...] = ()  # of whoever chooses this
    second_look: str = ""  # what comes of it, in a sentence that is looked at once more before it is sent


class TaskItem(Message):
    """Something to check and tick before a list is signed. Of those with the same ``either`` one is enough."""

    text: str
    cite: str
    either: str = ""


class TaskAct(Message):
    """The one act that does a task: a command of the table, or a request to the house at ``path``."""

    words: str  # on the button
    body: dict[str, Any] = {}  # without a key
    path: str = ""  # empty: to the table
    choices: tuple[TaskChoice, ...] = ()  # one has to be chosen, and none is preset
    items: tuple[TaskItem, ...] = ()  # ticked ones are sent as ``items``, by their citations
    asks: tuple[TaskAsk, ...] = ()
    counts: tuple[int, ...] = ()  # denominations of chips to count: sent as ``chips``, how many of each
    second_look: str = ""  # as of a choice
    page: str = ""  # where it is done with all that belongs to it
    only_there: bool = False  # a person has to see what is on that page first: others lead there and have no form


class TaskLine(Message):
    """Something that waits for somebody. ``act`` is there for whoever may do it now; else ``waits_for`` or ``who`` says why not."""

    id: str
    kind: str
    title: str
    table: str = ""
    where: str = ""
    cite: str = ""
    since: str = ""
    due: str = ""
    urgency: Urgency = "later"
    who: str = ""  # may do it, in words
    yours: bool = False
    waits_for: str = ""  # what has to happen first, as a sentence
    changes: str = ""  # what it changes, as a sentence
    act: TaskAct | None = None


class TaskQueue(Message):
    """What waits for one person or concerns them: what is theirs first, by urgency and age. ``time`` is the house's."""

    tasks: tuple[TaskLine, ...]
    time: str
    zone: str
