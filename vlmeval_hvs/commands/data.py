"""Commands for data: ``list``, ``new``, ``build``, ``check``, ``clean``."""

import argparse
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from vlmeval_hvs import registry
from vlmeval_hvs.commands import JSON, arg, command, flag, folder, write_json
from vlmeval_hvs.configs import read_options, refuse_wrong
from vlmeval_hvs.errors import DataError, HVSError, MissingDataError, StoreError, UsageError, first_ten
from vlmeval_hvs.files import data_root
from vlmeval_hvs.names import DEMO, base_name, did_you_mean, own_name, with_own
from vlmeval_hvs.sets import Manifest, damaged_files, file_sizes, read_manifest, read_set, refuse_damaged, set_folder
from vlmeval_hvs.store.versions import leftovers, remove, set_lock
from vlmeval_hvs.terminal import console, literal, print_table

SHOWN = 10  # rows left out of a set that are printed


@command(
    "list",
    "list datasets and models, and what is built",
    arg("benchmark", "only this benchmark, for example VPB", nargs="?", default=""),
    flag("--models", "list the models that need no weights"),
    JSON,
)
def list_names(args: argparse.Namespace) -> int:
    """Lists the names for --data with what is built of them, or the names for --model that need no weights."""
    cards = [card for card in registry.all_cards() if args.benchmark.lower() in card.name.lower()]
    if not cards:
        known = [card.name for card in registry.all_cards()]
        hint = did_you_mean(args.benchmark, known, other=";")
        raise UsageError(f"no benchmark is called {args.benchmark}{hint} there are {', '.join(known)}")
    out = console()
    if args.models:
        names = {card.name for card in cards}
        own = {name: card for name, card in registry.model_cards().items() if names & set(card["benchmarks"])}
        models = [
            {"name": name, "about": card["about"], "benchmarks": card["benchmarks"]} for name, card in own.items()
        ]
        write_json(args.json, "models", {"models": models})
        rows = [[one["name"], one["about"], ", ".join(one["benchmarks"])] for one in models]
        print_table(out, ["model (--model)", "what", "answers"], rows)
        return 0
    listed = [_datasets(card) for card in cards]
    write_json(
        args.json, "datasets", {"folder": str(data_root()), "datasets": [one for some in listed for one in some]}
    )
    for datasets in listed:  # in a table each, as wide as its own names
        rows = [[one["name"], one["about"], _state(one)] for one in datasets]
        print_table(out, ["dataset (--data)", "what", "data"], rows)
        for name, source in {one["set"]: one["source"] for one in datasets if "source" in one}.items():
            out.print(literal(f"{name} is {source}"))
        out.print()
    out.print(literal(f"Data folder: {data_root()}"))
    out.print(f"Every name also exists with the suffix {DEMO}: a small set, built offline at first use.")
    return 0


def _datasets(card: registry.Card) -> list[dict[str, str]]:
    """The datasets of a benchmark; those of own data with their numbers of rows and pictures, and their source."""
    found = []
    for name in [*card.datasets, *card.own_dataset_names]:
        set_name, dataset = registry.set_of(name), card.datasets[base_name(name)]
        entry = {"name": name, "benchmark": card.name, "about": dataset["about"], "set": set_name}
        entry["full"] = registry.set_state(set_name)
        if not own_name(name):
            entry["demo"] = registry.set_state(set_name + DEMO)
        else:
            entry["about"] = str(dataset.get("own_about", dataset["about"])).rstrip(".")
            with suppress(HVSError):  # the set is damaged, which the state shows
                manifest = read_manifest(set_name)
                pictures = sum(path.startswith("images/") for path in file_sizes(manifest))
                entry["about"] += f" (own data: {manifest.rows} rows, {pictures} pictures)"
                entry["source"] = manifest.source
        found.append(entry)
    return found


def _state(dataset: dict[str, str]) -> str:
    full, demo = dataset["full"], dataset.get("demo")
    present = "built" if full == "built" else "demo only" if demo == "built" else ""
    damaged = [words for state, words in ((full, "damaged"), (demo, "demo damaged")) if state == "damaged"]
    return "; ".join(filter(None, [present, *damaged])) or "not built"


NEW = "benchmark or set: HVSBench, GazeTarget, ActiView, VisualSearch, VPB_Stage1, VPB_Stage2"


@command(
    "new",
    "write a template for your own data",
    arg("name", NEW, metavar="NAME"),
    arg("folder", "a new or empty folder", type=folder, metavar="FOLDER"),
    examples=("new HVSBench my_questions", "build HVSBench:mine --source my_questions"),
)
def new(args: argparse.Namespace) -> int:
    """Writes a folder with a small example of own data for a benchmark.

    Replace the example with your data, then build the set under a name of your own; docs/own_data.md describes the
    formats.
    """
    registry.card_of(args.name)  # refuses a misspelt name before the builders are imported, which takes seconds
    from dataset_builders.own.template import layout_of, write_template

    layout = layout_of(args.name)
    files = write_template(layout, args.folder)
    print(f"{args.folder}: {len(files)} files; README.txt there says what each column holds")
    print(f"next:  vlmeval-hvs build {layout.set_name}:NAME --source {args.folder}")
    return 0


COMMIT = "commit, tag or branch to download (default: the one of the present set, else the newest)"
UNKNOWN = ("for releases in an unknown state (HVSBench)", None)
FRAME = (
    "frame of the scanpaths' coordinates: relative, percent, permille, pixels, 512x320 or 1680x1050, the last "
    "two also with -letterbox (default: decided from all of them)"
)


@command(
    "build",
    "build a set from an official release, or a demo set",
    arg("name", "benchmark, set or dataset name, or `all`", metavar="NAME"),
    arg("--source", "folder or archive with the official release (default: download it)", type=Path, metavar="PATH"),
    flag("--demo", "build the small offline set(s) instead"),
    flag("--force", "build sets again that are built already"),
    arg("--revision", COMMIT, default="", metavar="COMMIT"),
    flag("--inspect", "show what the release holds; build nothing", UNKNOWN),
    arg("--frame", FRAME, UNKNOWN, metavar="NAME"),
    flag("--allow-missing", "build even if a question type is missing or over 1 %% of the rows are lost", UNKNOWN),
    arg("--options", "more options of the builder, such as box_format=xyxy", nargs="*", metavar="NAME=VALUE"),
    examples=("build HVSBench --source ~/release --inspect", "build VisualSearch_Interiors --source ~/visions"),
)
def build(args: argparse.Namespace) -> int:
    """Builds the sets behind a benchmark (all its sets), one set, or one dataset name.

    `all --demo` builds every demo set. The release is downloaded, or read from --source.
    """
    names = _set_names(args.name, args.demo)
    if args.source is not None and not args.source.exists():
        raise DataError(f"--source {args.source}: there is no such file or folder")
    failed = 0
    options = {name: getattr(args, name) for name in ("frame", "allow_missing") if getattr(args, name)}
    options |= read_options(args.options)
    for name in names:
        if args.inspect:
            print(registry.inspect_release(name, args.source, options))
            continue
        try:
            with set_lock(name):
                if args.force or _must_build(name, args.source):
                    report_built(registry.build_set(name, args.source, options=options, revision=args.revision))
                else:
                    print(f"{name}: already built in {set_folder(name)} (--force builds it again)")
        except (DataError, StoreError) as error:
            failed += 1
            print(f"{name}: not built. {error}", file=sys.stderr)
    return 1 if failed else 0


def _must_build(name: str, source: Path | None) -> bool:
    """Whether a set is not built, is damaged, or is of own data that were edited since; prints the last two.

    A DataError says that the set was built from another source than the given one.
    """
    try:
        refuse_damaged(name)
    except MissingDataError:
        return True
    except DataError as error:
        print(f"{name}: built again, as it was damaged. {error}")
        return True
    if not registry.is_built(name):  # a demo set of an older version
        return True
    difference = registry.source_difference(name, source) if source is not None else ""
    if difference == "changed" and own_name(name):
        print(f"{name}: built again, as {source} has changed")
        return True
    if difference:
        info = registry.card_of(name).sets.get(base_name(name))
        other = f", or build a second set: {with_own(base_name(name), 'NAME')}" if info and info.several else ""
        there = f"{set_folder(name)} was built from another source than {source}"
        raise DataError(f"{there}; --force replaces it{other}")
    return False


def _set_names(name: str, demo: bool) -> list[str]:
    """The sets that a name on the command line stands for."""
    demo = demo or name.endswith(DEMO)
    if name == "all":
        if not demo:
            raise DataError("`build all` builds demo sets only: add --demo, or build one benchmark at a time")
        return [set_name + DEMO for card in registry.all_cards() for set_name in card.sets]
    card, plain, own = registry.card_of(name), base_name(name), own_name(name)
    found = [plain] if plain in card.sets and plain != card.name else list(card.sets)
    if plain in card.datasets:
        found = [card.datasets[plain]["set"]]
    return [set_name + DEMO if demo else with_own(set_name, own) for set_name in found]


def report_built(manifest: Manifest) -> None:
    """Print what was built, and what was unusual about it."""
    read_set(manifest.name)
    print(f"{manifest.name}: {manifest.rows} rows in {set_folder(manifest.name)}")
    for warning in manifest.warnings:
        print(f"  warning: {warning}")
    for skipped in manifest.skipped[:SHOWN]:
        print(f"  left out: row {skipped['row']}: {skipped['reason']}")
    if len(manifest.skipped) > SHOWN:
        print(f"  ... and {len(manifest.skipped) - SHOWN} more rows (manifest.json lists all)")


@command(
    "check",
    "check built data, or a --config file",
    arg("name", "benchmark, set or dataset name; or a run config (FILE.json)", metavar="NAME"),
    flag("--demo", "check the demo set(s)"),
    JSON,
)
def check(args: argparse.Namespace) -> int:
    """Compares every file of the built data with its recorded size and digest, and says where the data come from.

    For a run config, checks the names, classes and options of this plugin's datasets and models.
    """
    if args.name.endswith(".json"):
        refuse_wrong(Path(args.name))
        print(f"{args.name}: names, classes and options are correct")
        write_json(args.json, "config", {"path": args.name, "problems": []})
        return 0
    found = [_checked(name) for name in _set_names(args.name, args.demo)]
    for one in found:
        _print_checked(**one)
    write_json(args.json, "check", {"sets": found})
    return int(any(one["state"] != "complete" for one in found))


def _checked(name: str) -> dict[str, Any]:
    """The record of a set for JSON; its ``state`` is ``complete``, ``damaged`` or ``not built``."""
    try:
        _, manifest = read_set(name)
        damaged = damaged_files(manifest)
    except MissingDataError:
        info = registry.card_of(name).sets[base_name(name)]
        return {"name": name, "state": "not built", "source": info.source, "size": info.size, "licence": info.licence}
    except DataError as error:
        return {"name": name, "state": "damaged", "reason": str(error)}
    return {
        "name": name,
        "state": "damaged" if damaged else "complete",
        "rows": manifest.rows,
        "folder": str(manifest.folder),
        "source": manifest.source,
        "licence": manifest.licence,
        "digest": manifest.digest,
        "commit": manifest.release.get("commit"),
        "damaged": damaged,
        "skipped": manifest.skipped,
        "warnings": manifest.warnings,
    }


def _print_checked(name: str, state: str, reason: str = "", **found: Any) -> None:
    if state == "not built":
        print(f"{name}: not built ({found['source']}, {found['size']}); vlmeval-hvs build {name}")
    elif reason:
        print(f"{name}: damaged. {reason}")
    else:
        damaged = found["damaged"]
        state = f"{len(damaged)} damaged or missing files: {first_ten(damaged)}" if damaged else state
        print(f"{name}: {found['rows']} rows, {state}")
        shown = [(key, found[key]) for key in ("folder", "source", "licence", "digest", "commit") if found[key]]
        for key, value in [*shown, *(("warning", warning) for warning in found["warnings"])]:
            print(f"  {key}: {value}")
        if found["skipped"]:
            print(f"  {len(found['skipped'])} rows of the source were left out (manifest.json lists them)")


@command(
    "clean",
    "remove older and unfinished versions of built data",
    flag("--dry-run", "only print what would be removed"),
)
def clean(args: argparse.Namespace) -> int:
    """Removes from the data folder versions that a newer one has replaced, and files that a killed process left.

    The present version of every set stays, and so does every version that a running process reads. Results of a removed
    version stay readable, but its runs cannot be repeated.
    """
    root, total = data_root(), 0
    for one in leftovers(root):
        name, size = one.path.relative_to(root), f"{one.size / 1e6:.1f} MB"
        if one.used:
            print(f"kept: {name} ({one.what}, {size}; a process is reading it)")
            continue
        if not args.dry_run:
            remove(one)
        total += one.size
        print(f"{'would be removed' if args.dry_run else 'removed'}: {name} ({one.what}, {size})")
    print(f"{root}: {total / 1e6:.1f} MB {'would be' if args.dry_run else 'were'} freed")
    return 0
