"""Commands for results: ``score``, ``report``, ``view``, ``compare``, ``tables``, ``figures``, ``verify``."""

from __future__ import annotations

import argparse
import webbrowser
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from vlmeval_hvs.commands import (
    JSON,
    OPTIONS,
    RESULTS,
    STANDARD_OUTPUT,
    arg,
    command,
    flag,
    folder,
    whole_number,
    write_json,
)
from vlmeval_hvs.configs import make_dataset
from vlmeval_hvs.errors import DataError, MissingPackageError, UsageError, first_ten, install
from vlmeval_hvs.files import read_json, write_atomically
from vlmeval_hvs.names import with_colon

if TYPE_CHECKING:
    from vlmeval_hvs.results.collect import Result
    from vlmeval_hvs.results.table_formats import Grid

MODELS = arg("--model", "only these models, in this order", nargs="+", metavar="NAME")


@command(
    "score",
    "score a prediction file without the host",
    arg("file", "prediction file", type=Path, metavar="FILE"),
    arg("--data", "dataset name, for example HVSBench_Searching", required=True, metavar="NAME"),
    JSON,
    OPTIONS,
)
def score(args: argparse.Namespace) -> int:
    """Scores a prediction file of the host or of any program, and writes the score and the item file next to it.

    It reads xlsx, tsv, csv, json or jsonl with the columns index and prediction, samples of lmms-eval, logs of Inspect
    (.eval, json) and output of batch services (jsonl).
    """
    from vlmeval_hvs.results.collect import exit_status, result_at, shares

    metrics = make_dataset(args.data, args.options).score_file(args.file)
    result = result_at(args.file)
    scores, status = result.scores, exit_status([result.validity])
    width = max(map(len, metrics), default=0)
    for name, value in metrics.items():
        chance = scores["chances"].get(name)
        mark = f"  {chance['mark']} chance ({chance['low']:.4f} to {chance['high']:.4f})" if chance else ""
        rests = [f"n {result.n}", *shares(result)] if name == "Overall" else []
        print("  ".join([f"{name:<{width}}  {value:.4f}{mark}", *rests]))
    if status:
        print(f"{scores['validity']}: {scores['validity_reason']}")
    write_json(args.json, "score", {"run": scores})
    return status


@command(
    "report",
    "print all results in a folder; also as a web page",
    RESULTS,
    arg("--data", "all metrics of this dataset instead of the leaderboards", type=with_colon, metavar="NAME"),
    flag("--brief", "one table with a line for every run"),
    flag("--papers", "the tables of the benchmarks' papers, with their rows; shares as percent"),
    arg("--html", "results viewer: NAME.html for one file, else a folder", type=Path, metavar="PLACE"),
    JSON,
)
def report(args: argparse.Namespace) -> int:
    """Prints one leaderboard per benchmark over all models and datasets found below the folder.

    For a paper, `vlmeval-hvs tables` and `figures` write files, and `compare` shows reliable differences.
    """
    from vlmeval_hvs.results.collect import collect, exit_status
    from vlmeval_hvs.results.published import published_tables
    from vlmeval_hvs.results.table_formats import print_grids
    from vlmeval_hvs.results.tables import as_record, brief_grid, check_known, leaderboards, metric_grid

    results = collect(args.work_dir)
    shown = results
    if args.data:
        check_known(f"no results for {args.data}", args.data, {result.dataset for result in results})
        shown = [result for result in results if result.dataset == args.data]
    if args.brief:
        grids = [brief_grid(shown)]
    elif args.papers:
        grids = _papers(args.work_dir, shown)
    elif args.data:
        grids = [metric_grid(shown, args.data), *(table.grid() for table in published_tables(shown))]
    else:
        grids = leaderboards(results)
    console = print_grids(grids)
    write_json(args.json, "report", {"runs": [as_record(result) for result in shown]})
    if args.html:
        from vlmeval_hvs.viewer.page import write_page  # it draws samples, which needs the datasets

        title = args.work_dir.resolve().name
        if args.html == STANDARD_OUTPUT:
            with TemporaryDirectory() as place:
                write_atomically(args.html, write_page(results, Path(place) / "report.html", title).read_bytes())
        else:
            console.print(f"page: {write_page(results, args.html, title)}")
    return exit_status(result.validity for result in shown)


def _papers(place: Path, results: list[Result]) -> list[Grid]:
    """The tables of the papers with shares as percent."""
    from vlmeval_hvs.registry import presentation_of
    from vlmeval_hvs.results.collect import usable
    from vlmeval_hvs.results.paper_tables import Style
    from vlmeval_hvs.results.tables import by_benchmark

    valid = by_benchmark(usable(results))
    tables = [table for benchmark, own in valid.items() for table in presentation_of(benchmark).tables(own)]
    if not tables:
        raise DataError(f"{place}: it holds no result for a table of a paper")
    return [table.grid(Style(2, percent=True)) for table in tables]


@command(
    "view",
    "open results in the browser, with every sample",
    RESULTS,
    arg("--port", "port (default: a free one)", type=int, default=0, metavar="N"),
    flag("--no-browser", "print the address only"),
)
def view(args: argparse.Namespace) -> int:
    """Serves the results below a folder as a web page, to this machine only.

    The page shows replies as they come, and scores as runs end. Ctrl-C ends it.
    """
    from vlmeval_hvs.viewer.page import serve

    if not args.work_dir.is_dir():
        raise DataError(f"{args.work_dir}: there is no such folder")
    try:
        server, place = serve(args.work_dir, args.port)
    except (OSError, OverflowError) as error:
        raise UsageError(
            f"--port {args.port} cannot be served ({error}); give another, or none for a free one"
        ) from error
    with server, place:
        address = "http://{}:{}/".format(*server.server_address)
        print(f"{address}  (Ctrl-C ends it)", flush=True)
        if not args.no_browser:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


@command(
    "compare",
    "compare runs on the same data, row by row",
    arg("runs", "score, item or prediction file, or a folder of runs", type=Path, nargs="+", metavar="RUN"),
    arg("--data", "from folders, only runs on these datasets", type=with_colon, nargs="+", default=[], metavar="NAME"),
    arg("--model", "from folders, only runs of these models", nargs="+", default=[], metavar="NAME"),
    arg("--across", "allowed differences: options, dataset (same set), wording", nargs="+", default=[], metavar="WHAT"),
    arg("--reading", "reading of the scores (default: that of the first headline)", choices=("robust", "paper")),
    arg("--changed", "list at most N rows with different scores (default: 10)", type=int, default=10, metavar="N"),
    JSON,
    examples=("compare outputs --data HVSBench_Searching", "compare outputs --model M --across hint"),
)
def compare(args: argparse.Namespace) -> int:
    """Compares runs pairwise on shared rows: differences with intervals and corrected tests, and the changed rows.

    Tests are clustered by image or scene, overall and by field, type or task. Runs on different data are refused; so
    are runs that were not asked alike, unless --across names what differs.
    """
    from vlmeval_hvs.results.collect import exit_status
    from vlmeval_hvs.results.compare.output import about_tests, as_json, grids
    from vlmeval_hvs.results.compare.pairs import compare as compared
    from vlmeval_hvs.results.compare.pairs import runs_at
    from vlmeval_hvs.results.table_formats import print_grids

    runs = runs_at(args.runs, args.model, args.data)
    pairs = compared(runs, args.reading, args.across)
    console = print_grids(grids(pairs, args.changed))
    for sentence in about_tests(pairs):
        console.print(sentence)
    write_json(args.json, "comparison", as_json(pairs))
    return exit_status(one.result.validity for one in runs)


@command(
    "tables",
    "write tables for a paper: LaTeX, Markdown, CSV",
    RESULTS,
    MODELS,
    arg("--data", "only these datasets", nargs="+", metavar="NAME"),
    arg("--digits", "digits after the point (default: 4, for percent 2)", type=whole_number, metavar="N"),
    flag("--percent", "write shares as percent"),
    arg("--names", 'JSON: {"model, dataset or published row": "name to print"}', type=Path, metavar="FILE"),
    arg("--to", "folder, or FILE.tex, .md, .csv (tables)", type=folder, metavar="PLACE", default=Path("tables")),
    examples=("tables outputs --to tables --percent", "tables outputs --names names.json --to table.tex"),
)
def tables(args: argparse.Namespace) -> int:
    """Writes tables with models in rows: the overall scores of each benchmark and the tables of its papers.

    Published rows are set apart. The best value of the models in a column is bold, as are all that tie; `vlmeval-hvs
    compare` shows which differences are reliable. In a folder, tables.md and tables.csv (every number on a line of its
    own) hold all tables and the settings of all runs, latex/ has a file for each table, and tables.tex shows them.
    LaTeX needs booktabs.
    """
    from vlmeval_hvs.results.collect import collect, exit_status
    from vlmeval_hvs.results.paper_tables import PACKAGES, Style, document, long_csv
    from vlmeval_hvs.results.tables import all_tables, check_known, chosen, nameable

    names = read_json(args.names) if args.names else {}
    if not isinstance(names, dict) or not all(isinstance(text, str) for text in names.values()):
        raise DataError(f'--names {args.names}: write {{"name": "name to print", ...}}')
    whole = collect(args.work_dir)
    results = chosen(whole, args.model, args.data)
    found = all_tables(results, args.model or (), names)
    if names.keys() - nameable(whole, found):  # one file of names serves every choice of runs
        known = nameable(whole, all_tables(whole))
        for name in names:
            check_known(f"--names {args.names}: no model, dataset or published row {name}", name, known)
    style = Style(args.digits, args.percent)
    latex = {table.name: table.latex(style) for table in found[:-1]}
    files = {
        ".tex": "\n".join([f"% {PACKAGES}", *latex.values()]),
        ".md": "\n".join(table.markdown(style) for table in found),
        ".csv": long_csv(found, style),
    }
    if args.to.suffix in files:
        written = {args.to: files[args.to.suffix]}
    else:
        written = {args.to / f"tables{ending}": text for ending, text in files.items()}
        written[args.to / "tables.tex"] = document([f"latex/{name}" for name in latex])
        written |= {args.to / "latex" / f"{name}.tex": text for name, text in latex.items()}
    for path, text in written.items():
        write_atomically(path, text.encode("utf-8", "replace"))
        print(path)
    return exit_status(result.validity for result in results)


@command(
    "figures",
    "draw the papers' figures from results: PDF, PNG",
    RESULTS,
    arg("--to", "folder (default: figures)", type=folder, metavar="DIR", default=Path("figures")),
    arg("--format", "file format, repeatable (png and pdf)", action="append", choices=("png", "pdf", "svg")),
    arg("--width", "8.25 cm (default), 13.97 cm or 17.1 cm", choices=("column", "text", "page"), default="column"),
    MODELS,
)
def figures(args: argparse.Namespace) -> int:
    """Reads the score files under a folder of the host and draws every figure that they have data for.

    captions.md says what each shows, with n, intervals and the settings of all runs; a CSV file has the numbers. The
    colours suit colour-blind readers.
    """
    from vlmeval_hvs.results.collect import collect, usable
    from vlmeval_hvs.results.row_names import free_name, places, slug
    from vlmeval_hvs.results.table_formats import csv_text
    from vlmeval_hvs.results.tables import benchmark_charts, by_benchmark, chosen, runs_table

    try:
        from vlmeval_hvs.figures.drawing import as_bytes, caption, picture
    except ImportError as error:
        if (error.name or "").split(".")[0] != "matplotlib":
            raise
        raise MissingPackageError(f"figures need matplotlib: {install('figures')}") from error

    results = chosen(usable(collect(args.work_dir)), args.model, None)
    captions, taken = [], set[str]()
    for benchmark, own in by_benchmark(results).items():
        known = places(own)
        for declared in benchmark_charts(benchmark, own):
            figure = picture(declared, args.width, known)
            if figure is None:
                continue
            start = "" if declared.name.startswith(slug(benchmark)) else f"{slug(benchmark)}-"
            name = free_name(start + declared.name, taken)
            write_atomically(args.to / f"{name}.csv", csv_text(declared.lines()).encode("utf-8", "replace"))
            for ending in dict.fromkeys(args.format or ("png", "pdf")):
                write_atomically(args.to / f"{name}.{ending}", as_bytes(figure, ending))
                print(args.to / f"{name}.{ending}")
            captions.append(f"**{name}**: {caption(declared)}\n")
    if not captions:
        raise DataError(f"{args.work_dir}: no result in it has data for a figure")
    text = "\n".join([*captions, runs_table(results).markdown()])
    write_atomically(args.to / "captions.md", text.encode("utf-8", "replace"))
    return 0


@command(
    "verify",
    "verify data, prompts and scores of finished runs",
    arg("run_path", "score, item or prediction file, or a folder with runs", type=Path, metavar="RUN"),
    JSON,
)
def verify(args: argparse.Namespace) -> int:
    """Builds the dataset of every run again, and compares data files, prompts and results with those of the run.

    Data are compared by their hashes, every prompt by its digest in the ledger (pipelines are driven with the recorded
    replies), and every value of the result files with a recomputed one, numbers in eight digits. Prints 'reproduced' or
    the first difference. `report` shows verified runs as long as their files stay unchanged.
    """
    from vlmeval_hvs.results.collect import collect, exit_status, result_at
    from vlmeval_hvs.results.files import REPRODUCED
    from vlmeval_hvs.verification import Verifier

    results = collect(args.run_path) if args.run_path.is_dir() else [result_at(args.run_path)]
    verifier, records = Verifier(), []
    for result in results:
        mark = verifier.verify(result)
        records.append({"model": result.model, "dataset": result.dataset, "validity": result.validity, **asdict(mark)})
        whole = mark.verdict == REPRODUCED
        seen = f"{mark.rows} rows, {mark.prompts} prompts, {mark.data_files} files of the data"
        words = f"{mark.verdict} ({seen})" if whole else f"first difference: {mark.verdict}"
        print(f"{result.model} on {result.dataset}: {words}")
        if whole and mark.left:
            print(f"  not computed by this version: {first_ten(mark.left)}")
    write_json(args.json, "verify", {"runs": records})
    failed = any(record["verdict"] != REPRODUCED for record in records)
    return 1 if failed else exit_status(result.validity for result in results)
