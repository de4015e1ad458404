"""Plays and analyses through python-chess, the library of lichess-bot, with the options of the examples here."""

import re
import sys
from pathlib import Path

import chess
import chess.engine
import yaml

PROGRAM = sys.argv[1]
HERE = Path(__file__).parent


def options_of_examples():
    """The options that each example sets."""
    configuration = yaml.safe_load((HERE / "lichess-bot.yml").read_text())
    yield "lichess-bot.yml", configuration["engine"]["uci_options"]
    for name in ["fastchess", "cutechess"]:
        text = (HERE / name).read_text()
        morph = next(line for line in text.splitlines() if "cmd=morph" in line)
        yield name, dict(re.findall(r"option\.(\w+)=(\S+)", morph))


def set_every_option(engine):
    """Each option that python-chess does not manage itself, at its default and at its bounds."""
    for name, option in engine.options.items():
        if option.is_managed():
            continue
        values = [option.default]
        if option.type == "spin":
            values += [option.min, option.max]
        elif option.type == "check":
            values += [True, False]
        # The largest hash table is accepted too: none is made.
        for value in values:
            engine.configure({name: value if value is not None else ""})
        engine.configure({name: option.default if option.default is not None else ""})


def play(engine, ponder):
    """A game against itself on a clock."""
    board = chess.Board()
    clock = {chess.WHITE: 5.0, chess.BLACK: 5.0}
    while not board.is_game_over(claim_draw=True) and board.ply() < 200:
        limit = chess.engine.Limit(
            white_clock=clock[chess.WHITE], black_clock=clock[chess.BLACK], white_inc=0.1, black_inc=0.1
        )
        result = engine.play(board, limit, info=chess.engine.INFO_ALL, ponder=ponder)
        assert result.move in board.legal_moves, board.fen()
        assert "score" in result.info, board.fen()
        board.push(result.move)
    assert board.ply() > 10, board.fen()
    print(f"{board.result(claim_draw=True)} after {board.ply()} plies, ponder {ponder}")


# As lichess-bot starts it, without arguments, and as fastchess and cutechess do.
for command in [[PROGRAM], [PROGRAM, "uci"]]:
    with chess.engine.SimpleEngine.popen_uci(command, timeout=30) as engine:
        assert engine.id["name"].startswith("Morph"), engine.id
        for name, options in options_of_examples():
            engine.configure(options)
            print(f"{name}: {options}")
        set_every_option(engine)
        play(engine, ponder=False)
        play(engine, ponder=True)
        lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=1), multipv=3)
        assert len(lines) == 3 and all(line["pv"] for line in lines), lines
        # A rook up, and a proven table: mate is announced.
        engine.configure({"Advice": True})
        rook = chess.Board("8/8/4k3/8/8/8/8/R6K w - - 0 1")
        score = engine.analyse(rook, chess.engine.Limit(depth=1))["score"].white()
        assert score.is_mate() or score.score() > 500, score
        print(f"rook against king: {score}")
