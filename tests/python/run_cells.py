"""Runs cells of Python as a notebook does: python3 run_cells.py OUTPUT

Each line of standard input names a file, which is a cell: its statements, then, if the last one is an expression, its
value. What it prints goes to the file OUTPUT, which is new for each cell; errors go there too, without the lines of
this file. After each cell a line `done` or `failed` is printed. Names stay from cell to cell.
"""

import ast
import os
import sys
import traceback


def run(cell, names):
    with open(cell, encoding="utf-8") as text:
        tree = ast.parse(text.read(), cell)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, cell, "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), cell, "eval"), names)
        if value is not None:
            print(repr(value))


def main(output):
    answers = os.fdopen(os.dup(1), "w")
    names = {"__name__": "__main__"}
    for line in sys.stdin:
        with open(output, "w", encoding="utf-8") as printed:
            os.dup2(printed.fileno(), 1)
            os.dup2(printed.fileno(), 2)
            answer = "done"
            try:
                run(line.rstrip("\n"), names)
            except Exception:
                answer = "failed"
                kind, error, trace = sys.exc_info()
                traceback.print_exception(kind, error, trace.tb_next.tb_next)
            sys.stdout.flush()
            sys.stderr.flush()
        print(answer, file=answers, flush=True)


main(*sys.argv[1:])
