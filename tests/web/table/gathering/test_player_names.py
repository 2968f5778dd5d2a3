"""Which names are allowed, and which look alike."""

# ruff: noqa: RUF001 - letters that are easily mistaken are what this is about

from __future__ import annotations

import pytest

from changeling.web.table.gathering.player_names import check_name, look_alike
from changeling.web.wire.errors import Refuse


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Ann",
            "José",
            "Øyvind",
            "O\u02bcNeil",
            "Anna-Lena 2",
            "Анна",
            "Ζωή",
            "محمد",
            "山田さん",
            "ヤマダ Ken",
            "佐々木",
            "김철수",
        ),
        *(
            "🦊",
            "Zoe 👩\u200d🚀",
            "👩🏽\u200d🚀",
            "👨\u200d👩\u200d👧",
            "❤\ufe0f\u200d🔥",
            "🤦\u200d♂\ufe0f",
            "1\ufe0f\u20e3",
            "🇨🇭 Beat",
        ),
        *("🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f Ian", "می\u200cخواهم", "क्\u200dष"),
    ],
)
def test_names_that_are_welcome(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("\u0410nn", "mixes Cyrillic and Latin"),
        ("P\u03b1ul", "mixes Greek and Latin"),
        ("Аλ", "mixes Cyrillic and Greek"),
        ("\u3164", "cannot be seen"),
        ("Ann\u2800", "cannot be seen"),
        ("A" + "\u0301" * 6, "too many accents"),
        ("\u0301A", "without a letter"),
        ("An\u200dn", "cannot be a name"),
        ("An\u200bn", "cannot be a name"),
        ("An\u202en", "cannot be a name"),
        ("x" * 41, "cannot be a name"),
        ("A  B", "single spaces"),
        ("done", "single spaces inside, and not"),
        ("You", "everybody is called that"),
        ("ｙｏｕ", "everybody is called that"),
    ],
)
def test_names_that_are_refused(name: str, why: str) -> None:
    with pytest.raises(Refuse, match=why) as refused:
        check_name(name)
    assert refused.value.code == "seat/name"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "Ａｎｎ"),
        ("Ann", "𝐀nn"),
        ("Strasse", "STRASSE"),
        ("Straße", "STRASSE"),
        ("José", "Jose\u0301"),
        ("coco", "\u0441\u043e\u0441\u043e"),
        ("BOB", "ꓐꓳꓐ"),
        ("bob", "ꓐꓳꓐ"),
        ("LILI", "ꓡꓲꓡꓲ"),
        ("COCO", "ⲤⲞⲤⲞ"),
        ("coco", "ⲥⲟⲥⲟ"),
        ("bob", "ЬоЬ"),
        ("bob", "ьоь"),
        ("Ann", "Апп"),
        ("YVES", "ҮѴЕЅ"),
        ("yo", "γο"),
        ("PUB", "ᑭᑌᗷ"),
        ("HELP", "ᎻᎬᏞᏢ"),
        ("help", "ꮋꭼꮮꮲ"),
        ("COOL", "𐐕𐐄𐐄𐐛"),
        ("TOM", "𐊗𐊒𐌑"),
        ("ⲤⲞⲤⲞ", "ꓚꓳꓚꓳ"),  # no Latin one among them
        ("OPA", "\u039f\u03a1\u0391"),
        ("Bill", "Bi1l"),
        ("AI", "Al"),
        ("ida", "IDA"),
        ("Lola", "L0la"),
        ("Marnie", "Mamie"),
        ("Ann", "\u1d00nn"),
        ("Bill", "Biǀǀ"),
        ("Bill", "BiƖl"),
        ("Bill", "Biǁ"),
        ("Bill", "Bi丨丨"),
        ("Bill", "Biㅣㅣ"),
        ("Olga", "〇lga"),
        ("Olga", "ㅇlga"),
        ("Jon", "ȷon"),
        ("Jeanne d'Arc", "Jeanne d’Arc"),
        ("Jeanne d’Arc", "Jeanne dꞌArc"),
        ("Jean-Luc", "Jean‐Luc"),
        ("Jean-Luc", "Jean−Luc"),
        ("Anna!", "Annaǃ"),
        ("へいた", "ヘいた"),
        ("カナ", "力ナ"),
        ("ロロ", "口口"),
        ("ケーキ", "ケ一キ"),
        ("🦊", "🦊\ufe0f"),
        ("می\u200cخ", "میخ"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(one, ["Zoe", other]) == other
    assert look_alike(other, [one]) == one


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anna"),
        ("Jose", "José"),
        ("Al", "Ai"),
        ("🦊", "🐺"),
        ("이", "ol"),
        ("일", "oll"),
        ("Анна", "Anna"),
        ("Антон", "Anton"),
    ],
)
def test_names_that_can_be_told_apart(one: str, other: str) -> None:
    assert look_alike(one, [other]) is None
