"""The pictures of a report, drawn by Altair and turned into SVG here: the page needs no network and no script.

They are as wide as a phone, so that their words stay readable there. Colours are a few fixed ones, which the page's
style replaces in the dark.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import altair as alt
import polars as pl

WIDTH = 340
INK, FAINT, ABOVE, BELOW, EVEN = "#1f2328", "#d0d7de", "#c2410c", "#1d6fb8", "#6b7280"
_VERDICTS = {"above": ABOVE, "below": BELOW, "even": EVEN}
_ROW = 17  # pixels
_APART = 10  # pixels at least between the numbers of an axis: a reader's font may be wider than the one measured here
_LABEL = 150  # pixels for a card's name; fixed, so that all pictures have one scale
_EXTENT = alt.Axis(minExtent=_LABEL, maxExtent=_LABEL, labelLimit=_LABEL - 25)


def svg(chart: Any) -> str:
    """A chart as SVG text."""
    styled = chart.configure(
        background="transparent",
        font="sans-serif",
        axis=alt.AxisConfig(
            labelColor=INK,
            titleColor=INK,
            gridColor=FAINT,
            domainColor=FAINT,
            tickColor=FAINT,
            labelFontSize=11,
            titleFontSize=11,
            titleFontWeight="normal",
            labelSeparation=_APART,
        ),
        view=alt.ViewConfig(stroke=None),
    )
    written = io.StringIO()
    styled.save(written, format="svg")
    return written.getvalue()


def histogram(frame: pl.DataFrame, value: str, title: str, *, bins: int = 30) -> str:
    """Bars of how many games have a value; values that only the last hundredth of games has are left out."""
    counts = frame.sort(value)
    below = pl.col("games").cum_sum() - pl.col("games")
    shown = counts.filter(below < pl.col("games").sum() * 0.99)
    data = shown.with_columns(share=pl.col("games") / counts["games"].sum())
    lowest, highest = int(data[value].min()), int(data[value].max())  # type: ignore[arg-type]
    if highest - lowest < bins:  # a bar for each number, which stands below its middle
        every = pl.DataFrame({value: range(lowest, highest + 1)}, schema={value: data.schema[value]})
        data = every.join(data, on=value, how="left").fill_null(0)
        x = alt.X(value, type="ordinal", title=title, axis=alt.Axis(labelAngle=0, labelOverlap=True, grid=False))
    else:
        by = alt.Bin(maxbins=bins, minstep=1, extent=[lowest, highest + 1])  # a bar leaves out its right end
        x = alt.X(value, type="quantitative", bin=by, title=title, axis=alt.Axis(format="d"))
    chart = (
        alt.Chart(data)
        .mark_bar(color=BELOW)
        .encode(
            x=x,
            y=alt.Y(
                "share", type="quantitative", aggregate="sum", title="games", axis=alt.Axis(format="%", minExtent=40)
            ),
        )
        .properties(width=WIDTH - 50, height=150)
    )
    return svg(chart)


def bars(frame: pl.DataFrame, label: str, share: str, title: str) -> str:
    """A bar for each row, in its order."""
    chart = (
        alt.Chart(frame)
        .mark_bar(color=BELOW)
        .encode(
            x=alt.X(share, type="quantitative", title=title, axis=alt.Axis(format="%", tickCount=4)),
            y=alt.Y(label, type="nominal", sort=None, title=None, axis=_EXTENT),
        )
        .properties(width=WIDTH - _LABEL, height=alt.Step(_ROW))
    )
    return svg(chart)


def dots(rows: Sequence[dict[str, object]], title: str, *, even: float | None = None, signed: bool = False) -> str:
    """A dot with its interval for each row (label, value, low, high, verdict), and a line where even would be."""
    data = pl.DataFrame(rows)
    style = "+.0%" if signed else "%"
    axis = alt.Axis(format=style, tickCount=4)
    colour = alt.Color(
        "verdict",
        type="nominal",
        scale=alt.Scale(domain=list(_VERDICTS), range=list(_VERDICTS.values())),
        legend=None,
    )
    y = alt.Y("label", type="nominal", sort=None, title=None, axis=_EXTENT)
    base = alt.Chart(data)
    lines = base.mark_rule(strokeWidth=2).encode(
        x=alt.X("low", type="quantitative", title=title, axis=axis, scale=alt.Scale(zero=False)),
        x2="high",
        y=y,
        color=colour,
    )
    points = base.mark_circle(size=50, opacity=1).encode(x=alt.X("value", type="quantitative"), y=y, color=colour)
    layers: list[alt.Chart] = []
    if even is not None:
        rule = alt.Chart(pl.DataFrame({"even": [even]})).mark_rule(color=INK, strokeDash=[4, 3])
        layers.append(rule.encode(x=alt.X("even", type="quantitative")))
    wide = WIDTH - _LABEL
    return svg(alt.layer(*layers, lines, points).properties(width=wide, height=alt.Step(_ROW)))


def band(frame: pl.DataFrame, title: str, *, even: float) -> str:
    """The middle of something along the game with the band in which four of five games lie."""
    base = alt.Chart(frame.with_columns(at=(pl.col("part") + 0.5) / frame.height))
    x = alt.X(
        "at", type="quantitative", title="part of the game", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1])
    )
    y_axis = alt.Axis(format="%", minExtent=40)
    area = base.mark_area(color=BELOW, opacity=0.25).encode(
        x=x, y=alt.Y("low", type="quantitative", title=title, axis=y_axis), y2="high"
    )
    line = base.mark_line(color=BELOW, strokeWidth=2).encode(x=x, y=alt.Y("mean", type="quantitative"))
    rule = alt.Chart(pl.DataFrame({"even": [even]})).mark_rule(color=INK, strokeDash=[4, 3])
    return svg(
        alt.layer(area, line, rule.encode(y=alt.Y("even", type="quantitative"))).properties(
            width=WIDTH - 50, height=170
        )
    )
