"""What stands on the pad for a player's stage, and the plain JSON it is stored as."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assistant.core.pieces import Inventory
from assistant.core.problems import Place
from assistant.games.forgotten_treasures.activation import Activation
from assistant.plain import Codec


@dataclass(frozen=True, slots=True)
class PadScore:
    """What stands on the pad for one player and stage.

    ``layout`` and ``activations`` are None or empty for a score that was only typed in; ``kept``
    is what goes into the next stage (after stage 4: all gems left), None if not known. Where gems
    mark blocks, ``marks`` and ``cards`` tell what lay where; ``lost`` that the game was lost then.
    """

    points: int
    mythical_points: int = 0
    layout: str | None = None
    inventory: Inventory | None = None
    activations: tuple[Activation, ...] = ()
    kept: Inventory | None = None
    gems_left: int | None = None
    marks: tuple[Place, ...] = ()
    cards: tuple[Place, ...] = ()
    cards_left: int | None = None
    lost: bool = False

    @property
    def typed(self) -> bool:
        """Whether only the points were entered."""
        return self.layout is None


PAD = Codec(leave_unknown=True, omit_defaults=True)
"""The payload of a step also says whose stage it is, and what it was in a solo game."""


def pad_score(payload: Mapping[str, Any]) -> PadScore:
    """The score in the payload of a step; raises `InputError` for what is none."""
    score: PadScore = PAD.from_plain(PadScore, payload, "score")
    return score


def score_payload(seat: int, stage: int, score: PadScore) -> dict[str, Any]:
    """The payload of a step that scores a stage, the inverse of `pad_score`."""
    return {"seat": seat, "stage": stage, **PAD.to_plain(score)}
