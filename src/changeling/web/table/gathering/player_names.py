"""Names of players: which are allowed at a table, and which look too much alike.

Two names look alike when they are equal without case and compatibility forms (NFKC), or when what the eye sees of them
is: a letter of another script, such as Cyrillic or Lisu, that has the shape of a Latin one counts as that one. A name
of letters from scripts that nobody writes together is refused, because only its parts could be told apart. Emoji are of
no script.
"""

# ruff: noqa: RUF001 - letters that are easily mistaken are what this is about

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from changeling.errors import ChangelingError
from changeling.play.seats import check_seats
from changeling.web.wire.errors import Refuse

MOST_MARKS = 4  # accents on one letter
TOGETHER = (  # scripts that are written together; Latin letters stand among each of them
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA"},
    {"LATIN", "CJK", "BOPOMOFO"},
    {"LATIN", "CJK", "HANGUL"},
)
BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # count as printable, and show nothing
# Letters of other scripts that have the shape of a Latin one. They are looked up as they stand, and without case.
_COPTIC, _DESERET = "ⲀⲂⲈⲌⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲰ", "𐐄𐐕𐐛"
_ALIKE = (
    ("АВЕЅІЈКМНОРСТУХаеорсухіјѕһԁԛԝӏвкмнт", "ABESlJKMHOPCTYXaeopcyxijshdqwlbkmht"),  # Cyrillic
    ("ԌҮѴҒЬьпгүѵѡғԍ", "GYVFbbnryvwfg"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυχικ", "ABEZHlKMNOPTYXavopuxik"),  # Greek
    ("ϹϜϺϒγησςτωϲϳ", "CFMYynoctwcj"),
    ("ՍՏՕԼաոսցհօզյՁքլգ", "USOLwnughoqj2plq"),  # Armenian
    ("ᎪᏴᏟᎠᎬᎢᎫᏦᏞᎷᎻᏢᏒᏚᏙᎳᎽᏃᎡᎥᎩᏀᏂᏎᏏᏔᏕᏧᏻ", "ABCDETJKLMHPRSVWYZRiyGh4bWSdG"),  # Cherokee
    ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAElOU"),  # Lisu
    (_COPTIC, "ABEZHlKMNOPCTYXW"),
    (_COPTIC.lower(), "abezhlkmnopctyxw"),
    ("ᗅᗩᗷᑕᗞᗪᕮᗴᖴᕼᒍᒪᗰᑎᑭᑫᖇᔕᑌᐯᗯᘔᑲᑯᕁᙓᗝ", "AABCDDEEFHJLMnPqRSUVWZbdxEO"),  # Canadian syllabics
    (_DESERET + _DESERET.lower(), "OCLocl"),
    ("𐌀𐌁𐌂𐌄𐌅𐌇𐌉𐌊𐌌𐌍𐌏𐌑𐌕𐌖𐌗", "ABCEFHlKMNOMTVX"),  # Old Italic
    ("𐌰𐌱𐌴𐌶𐌷𐌹𐌺𐌼𐌽𐍂𐍃𐍄𐍆𐍇𐍈", "ABEZHlKMNRSTFXO"),  # Gothic
    ("𐊠𐊡𐊢𐊥𐊫𐊂𐊆𐊇𐊊𐊒𐊕𐊗", "ABCFOBEFlOPT"),  # Carian, Lycian
    ("ᚷᚺᛁᛖᚱᛒᛏᚠ", "XHlMRBTF"),  # runes
    ("ဝ၀๐໐०০੦૦௦౦೦൦୦۰ⵔⵏⵅ", "ooooooooooooooolX"),  # rings and strokes of many scripts
    ("1I|0ıɩɡɑʟǀƖȷ", "lllOiigaLllj"),  # odd Latin ones
    ("丨〇丅卜口力二八夕工一へ", "lOTトロカニハタエーヘ"),  # what may stand among Latin letters, and kana
    ("‘’‛ʹʻʼʽˈ′‵ꞌ׳‐‒–—―−⁃˗・∙⋅ǃ꞉", "''''''''''''--------···!:"),  # apostrophes, dashes, dots
)
_LONE = (("\u1175\u110b\u1173", "lOー"),)  # Korean letters, where they are no part of a syllable


def _by_letter(pairs: Iterable[tuple[str, str]]) -> dict[int, str]:
    return {ord(letter): shape for letters, shapes in pairs for letter, shape in zip(letters, shapes, strict=True)}


SHAPES, FIRST = _by_letter(_ALIKE), _by_letter((*_ALIKE, *_LONE))
PAIRS = (("rn", "m"), ("vv", "w"), ("ǁ", "ll"))


def check_name(name: str) -> None:
    """Raise Refuse that says why a name cannot be one, whoever else is at the table."""
    try:
        check_seats([name, "-" if name != "-" else "--"])
    except ChangelingError as error:
        raise Refuse("seat/name", str(error).removeprefix("seats: ")) from error
    if plain(name) == "you":  # which everybody is called by the page that is theirs
        raise Refuse("seat/name", f"'{name}' cannot be a name: everybody is called that")
    if BLANK & set(name) or not look_of(name).strip():
        raise Refuse("seat/name", f"'{name}' cannot be a name: a part of it cannot be seen")
    if _marks(name) > MOST_MARKS or unicodedata.combining(name[0]):
        raise Refuse("seat/name", "that cannot be a name: too many accents, or one without a letter")
    found = scripts(name)
    if len(found) > 1 and not any(found <= kept for kept in TOGETHER):
        mixed = " and ".join(sorted(script.capitalize() for script in found))
        raise Refuse("seat/name", f"'{name}' mixes {mixed} letters, which can be mistaken for one another")


def scripts(name: str) -> set[str]:
    """The scripts of the letters of a name, as the names of the characters begin: LATIN, CYRILLIC, CJK."""
    letters = [letter for letter in unicodedata.normalize("NFKC", name) if unicodedata.category(letter)[0] == "L"]
    return {_script(letter) for letter in letters} - {"MODIFIER"}  # such as an apostrophe: of any script


def _script(letter: str) -> str:
    words = unicodedata.name(letter, "UNKNOWN").replace("IDEOGRAPHIC", "CJK").split()
    script = words[0].partition("-")[0]  # KATAKANA-HIRAGANA PROLONGED SOUND MARK
    return " ".join(words[:2]) if script in ("OLD", "NEW", "TAI", "LINEAR", "MEETEI") else script


def _marks(name: str) -> int:
    """The most marks that stand on one character, however they are composed."""
    most = run = 0
    for character in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        most = max(most, run)
    return most


# --- which names look alike -------------------------------------------------------------------------------------------
def plain(name: str) -> str:
    """A name without case, and without forms that mean the same."""
    return _seen(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()))


def look_of(name: str) -> str:
    """What the eye sees of a name: two names with the same look cannot be told apart."""
    text = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", _seen(name)).translate(FIRST))
    look = "".join(_small_capital(letter) for letter in text).casefold().translate(SHAPES).casefold().translate(SHAPES)
    for pair, one in PAIRS:
        look = look.replace(pair, one)
    return unicodedata.normalize("NFC", look)


def _small_capital(letter: str) -> str:
    name = unicodedata.name(letter, "")
    last = name.removeprefix("LATIN LETTER SMALL CAPITAL ")
    return last.lower() if last != name and len(last) == 1 else letter


def _seen(name: str) -> str:
    """A name without what shows nothing: joiners and variation selectors."""
    return "".join(letter for letter in name if not _is_ignorable(letter))


def _is_ignorable(letter: str) -> bool:
    name = unicodedata.name(letter, "")
    if unicodedata.category(letter) == "Cf":
        return not name.startswith("TAG ")  # tags tell flags apart
    return letter == "\u034f" or "VARIATION SELECTOR" in name


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the others that could be taken for this name."""
    return next((one for one in others if plain(one) == plain(name) or look_of(one) == look_of(name)), None)
