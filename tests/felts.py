"""What every layout must be."""

from pitboss.felt import Felt


def lies_apart(felt: Felt) -> None:
    """No two areas or card places overlap, and all lie on the cloth."""
    boxes = [area.box for area in felt.areas] + [place.box for place in felt.places]
    for n, a in enumerate(boxes):
        assert 0 <= a.x <= a.x + a.width <= felt.width
        assert 0 <= a.y <= a.y + a.height <= felt.height
        for b in boxes[n + 1 :]:
            apart = a.x + a.width <= b.x or b.x + b.width <= a.x or a.y + a.height <= b.y or b.y + b.height <= a.y
            assert apart, (a, b)
