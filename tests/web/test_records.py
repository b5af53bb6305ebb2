"""The pages of records and of a game looked back at."""

import html
import re

import pytest
from flask import Flask

from assistant.core.pieces import Color, Inventory
from assistant.service.reports import game_report
from assistant.service.tables import Tables
from assistant.store import SqliteStore
from tests.service.parts import full_layout, top_of
from tests.web.phone import Phone, message


def text_of(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.fixture
def over(phone: Phone, store: SqliteStore) -> str:
    """A finished game: all of Ana's stages entered, Ben's typed."""
    code = phone.new_game("Ana", "Ben")
    layout = None
    for stage in (1, 2, 3, 4):
        layout = top_of(layout, stage, stage) if layout else full_layout(1, 1)
        gems = Inventory.of({Color.RED: 4 - stage, Color.MYTHICAL: 1})
        before = Tables(store).get(code).scores[0, stage - 1].kept if stage > 1 else None
        gems = gems.plus(before) if before else gems
        assert phone.save(code, 1, stage, layout, gems).status_code == 200
        assert phone.write(code, 1, stage).status_code == 303
        answer = phone.type_score(code, 2, stage, 7, gems_left="0" if stage == 4 else "")
        assert answer.status_code == 303, message(answer)
    return code


def test_the_records_show_what_was_won_and_by_whom(
    phone: Phone, over: str, store: SqliteStore
) -> None:
    total = Tables(store).get(over).total(0)
    page = phone.get("/records")
    assert page.status_code == 200
    ana = re.search(r'<section class="card" aria-label="Ana">(.*?)</section>', page.text, re.S)
    assert ana
    text = text_of(ana[1])
    assert text.startswith(f"Ana Games 1 Won {int(total > 28)} Average {total:.1f} Best {total} ")
    report = game_report(Tables(store).get(over), 0)
    assert report.optimum is not None
    assert f"would have scored {report.optimum:.1f} on average" in text
    for stage in report.stages:
        assert f"{stage.stage} {stage.points:.1f}" in text
    assert "Ana – Ben 1" in text_of(page.text)


def test_charts_have_a_name_and_the_same_numbers_as_a_table(phone: Phone, over: str) -> None:
    page = phone.get("/records").text
    charts = re.findall(r'<svg class="chart".*?</svg>\s*(<table.*?</table>)', page, re.S)
    assert len(charts) == page.count('class="chart"') == 5
    named = r'<svg class="chart"[^>]* role="img" aria-label="[^"]+">'
    assert len(re.findall(named, page)) == len(charts)
    bars = re.findall(r'<svg class="chart"(?:(?!</svg>).)*class="bar".*?</table>', page, re.S)
    for chart in bars:
        drawing, table = chart.split("</svg>")
        numbers = re.findall(r"<td>([\d.]+)</td></tr>", table)
        drawn = re.findall(r'<text x="[\d.]+" y="[\d.-]+">([\d.]+)</text>', drawing)
        assert [float(n) for n in drawn] == [float(n) for n in numbers]
        heights = [float(h) for h in re.findall(r'height="([\d.]+)"/>', drawing)]
        order = sorted(range(len(heights)), key=lambda at: heights[at])
        assert [float(drawn[at]) for at in order] == sorted(map(float, drawn))


def test_only_games_of_this_phone_are_counted(app: Flask, phone: Phone, over: str) -> None:
    other = Phone(app)
    assert "No game of this kind is finished" in other.get("/records").text
    other.get(f"/t/{over}")
    assert 'aria-label="Ana"' in other.get("/records").text


def test_another_game_or_time_shows_its_own_records(phone: Phone, over: str) -> None:
    assert "No game of this kind" in phone.get("/records?game=pyramis").text
    assert "No game of this kind" in phone.get("/records?when=1999").text
    assert "No game of this kind" not in phone.get("/records?when=x' or 1").text
    assert phone.get("/records?game=chess").status_code == 400
    years = re.findall(r'<option value="(\d{4})"', phone.get("/records").text)
    assert len(years) == 1
    assert 'aria-label="Ana"' in phone.get(f"/records?when={years[0]}").text


def test_names_are_merged_and_parted_on_the_page(phone: Phone, over: str) -> None:
    assert phone.post("/records/merge", {"name": "Ben", "into": "Ana"}).status_code == 303
    page = phone.get("/records").text
    assert 'aria-label="Ben"' not in page
    assert "Ben counts as Ana" in text_of(page)
    refused = phone.post("/records/merge", {"name": "Ben", "into": "Ana"})
    assert refused.status_code == 400
    assert "one player already" in message(refused)
    assert phone.post("/records/part", {"name": "Ben"}).status_code == 303
    assert 'aria-label="Ben"' in phone.get("/records").text


def test_the_report_adds_up(phone: Phone, over: str, store: SqliteStore) -> None:
    page = phone.get(f"/t/{over}/1/report")
    assert page.status_code == 200
    report = game_report(Tables(store).get(over), 0)
    rows = re.findall(r'<tr><th scope="row">(\d)</th>(.*?)</tr>', page.text, re.S)
    for (stage, cells), known in zip(rows, report.stages, strict=True):
        numbers = [int(n) for n in re.findall(r">(\d+)<", cells)]
        sources, (points, most, left) = numbers[:-3], numbers[-3:]
        assert int(stage) == known.stage
        assert sum(sources) == points == known.points
        assert (most, left) == (known.best_now, known.cost)
    assert f"The best plan would have scored {report.optimum}" in text_of(page.text) or (
        f"No plan would have scored more than {report.optimum}" in text_of(page.text)
    )
    typed = text_of(phone.get(f"/t/{over}/2/report").text)
    assert "is known once all stages were entered" in typed


def test_a_report_of_nobody_and_of_another_game_is_told(phone: Phone, code: str) -> None:
    assert phone.get(f"/t/{code}/3/report").status_code == 400
    assert "Nothing is scored yet." in phone.get(f"/t/{code}/1/report").text
    cards = phone.post("/new", {"name": ["Ana", "Ben"], "game": "pyramis"}).location
    assert phone.get(f"{cards}/1/report").status_code == 400
