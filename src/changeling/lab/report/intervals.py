"""How sure a number is. Several numbers looked at together are corrected by Bonferroni's rule.

Where a hundred cards are looked at, five of them would be "surely" unusual by luck alone. Each interval is therefore
made so wide that all of one picture hold together with 95 %.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import polars as pl

LEVEL = 0.95


def z_of(together: int = 1) -> float:
    """How many standard errors an interval reaches, where so many are looked at together.

    >>> round(z_of(), 2), round(z_of(100), 2)
    (1.96, 3.48)
    """
    return NormalDist().inv_cdf(1 - (1 - LEVEL) / 2 / max(1, together))


def with_interval(frame: pl.DataFrame, *, won: str, of: str, prefix: str = "") -> pl.DataFrame:
    """The share `won` of `of` in each row with Wilson's interval, corrected for the number of rows."""
    z = z_of(frame.height)
    count = pl.col(of).cast(pl.Float64)
    share = pl.col(won) / count
    weight = z * z / count
    middle = (share + weight / 2) / (1 + weight)
    spread = z / (1 + weight) * (share * (1 - share) / count + weight / (4 * count)).sqrt()
    none = count == 0
    return frame.with_columns(
        pl.when(none).then(None).otherwise(share).alias(f"{prefix}share"),
        pl.when(none).then(0.0).otherwise(pl.max_horizontal(middle - spread, pl.lit(0.0))).alias(f"{prefix}low"),
        pl.when(none).then(1.0).otherwise(pl.min_horizontal(middle + spread, pl.lit(1.0))).alias(f"{prefix}high"),
    )


def games_to_be_sure(difference: float, deviation: float, *, power: float = 0.8) -> int | None:
    """How many pairs of games show a difference as large as this one with that likelihood; None where it is nothing.

    >>> games_to_be_sure(0.5, 10.0)
    3140
    """
    if difference == 0 or not math.isfinite(deviation):
        return None
    need = (z_of() + NormalDist().inv_cdf(power)) * deviation / difference
    return max(2, math.ceil(need * need))
