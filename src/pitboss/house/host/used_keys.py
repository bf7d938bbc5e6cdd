"""Which keys somebody may have used already, known without asking the disk before each of their commands."""

BITS = (
    1 << 16
)  # 8 KB; of 6,000 keys, what eight busy hours at a table take, one new key in a hundred is asked for in vain
PARTS = (0, 16, 32, 48)  # of a hash: each names one bit


class UsedKeys:
    """The keys of one session, all of them, since it began. A key that is not ``possible`` was never used; of one that is, the
    store has to be asked (a Bloom filter)."""

    __slots__ = ("_bits",)

    def __init__(self) -> None:
        self._bits = bytearray(BITS // 8)

    def note(self, key: str) -> None:
        mixed, bits = hash(key), self._bits
        for part in PARTS:
            at = mixed >> part & BITS - 1
            bits[at >> 3] |= 1 << (at & 7)

    def is_possible(self, key: str) -> bool:
        mixed, bits = hash(key), self._bits
        for part in PARTS:
            at = mixed >> part & BITS - 1
            if not bits[at >> 3] & 1 << (at & 7):
                return False
        return True
