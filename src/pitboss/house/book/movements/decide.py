"""Who decides each movement."""

from collections.abc import Callable

from pitboss.house.book.book import MoneyBook
from pitboss.house.book.movements import asks, cage, count, days, slips
from pitboss.house.book.movements.asker import Asker, Entered
from pitboss.house.book.movements.asks import AnyMovement, Movement

_DECIDES: dict[type[Movement], Callable[[MoneyBook, Movement, Asker], Entered]] = {
    asks.StateBook: cage.state_book,  # type: ignore[dict-item]
    asks.AgreeBook: cage.agree_book,  # type: ignore[dict-item]
    asks.FileMoney: cage.file_money,  # type: ignore[dict-item]
    asks.CountTray: slips.count_tray,  # type: ignore[dict-item]
    asks.RequestFill: slips.request,  # type: ignore[dict-item]
    asks.RequestCredit: slips.request,  # type: ignore[dict-item]
    asks.SignSlip: slips.sign_slip,  # type: ignore[dict-item]
    asks.AcceptDifference: slips.accept_difference,  # type: ignore[dict-item]
    asks.VoidSlip: slips.void_slip,  # type: ignore[dict-item]
    asks.PrintSlip: slips.print_slip,  # type: ignore[dict-item]
    asks.ClaimJackpot: slips.claim,  # type: ignore[dict-item]
    asks.IssueCheck: cage.issue_check,  # type: ignore[dict-item]
    asks.SetCredit: cage.set_credit,  # type: ignore[dict-item]
    asks.AgreeCredit: cage.agree_credit,  # type: ignore[dict-item]
    asks.HandOutDrawer: cage.hand_out,  # type: ignore[dict-item]
    asks.Transfer: cage.transfer,  # type: ignore[dict-item]
    asks.AtWindow: cage.at_window,  # type: ignore[dict-item]
    asks.TakeDropBox: count.take_box,  # type: ignore[dict-item]
    asks.CountBox: count.count_box,  # type: ignore[dict-item]
    asks.SignCount: count.sign_count,  # type: ignore[dict-item]
    asks.AcceptCount: count.accept_count,  # type: ignore[dict-item]
    asks.EndShift: days.end_shift,  # type: ignore[dict-item]
    asks.MoveDay: days.move_day,  # type: ignore[dict-item]
    asks.CorrectDay: days.correct_day,  # type: ignore[dict-item]
    asks.AgreeCorrection: days.agree_correction,  # type: ignore[dict-item]
    asks.NoteDifference: days.note_difference,  # type: ignore[dict-item]
}


def decide(book: MoneyBook, ask: AnyMovement, asker: Asker) -> Entered:
    """What a movement enters; or a refusal, and nothing is changed. The same request again enters nothing."""
    if ask.key and ask.key in book.keys:
        return []
    return _DECIDES[type(ask)](book, ask, asker)
