"""Results of two weight-free models on small parts of all five benchmarks, the page made of them, and a browser."""

import json
import shutil

import pytest

from tests.results.made_run import ask_rows
from vlmeval_hvs.messages import FAIL_MARKER
from vlmeval_hvs.registry import build_set, card_of, dataset_class, set_of
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.collect import collect

DATASETS = {
    "HVSBench_DEMO": 26, "ActiView_Zooming_DEMO": 4, "GazeTarget_DEMO": 12, "VisualSearch_COCOSearch18_DEMO": 4,
    "VPB_Stage2_DEMO": 6,
}  # fmt: skip
HOSTILE = "<img src=x onerror=alert(1)>[/red]"
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def reply_of(model, turn, place):
    """Of the random model some replies are odd, and on one dataset one failed."""
    failure = FAIL_MARKER if turn.dataset.startswith("VPB") else "?"
    if model == "hvs-random" and place < 3:
        return ("I cannot tell </script><script>alert(2)</script>", failure, "")[place]
    return respond(model, turn, 0)


def pytest_itemcollected(item):
    """The results take long to make, so that every test with them is a long one."""
    if "results" in item.fixturenames:
        item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def results(demo_root, tmp_path_factory):
    """Folder of results: two models on five datasets, one run with another option and a hostile name."""
    folder = tmp_path_factory.mktemp("results") / "outputs"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(demo_root.parent))
        for name, limit in DATASETS.items():
            if not (demo_root / set_of(name)).exists():
                build_set(set_of(name), root=demo_root)
            cls = dataset_class(card_of(name))
            few = {"n_resamples": 50} if "n_resamples" in cls.OPTIONS.of_dataset(name) else {}
            dataset = cls(dataset=name, limit=limit, **few)
            for model in ("hvs-oracle", "hvs-random"):
                path, _ = ask_rows(folder, dataset, model, lambda *asked, model=model: reply_of(model, *asked))
                dataset.score_file(path)
    (folder / "hostile").mkdir()
    old, new = folder / "hvs-random_HVSBench_DEMO_hvs", folder / "hostile" / "hostile_HVSBench_DEMO_hvs"
    shutil.copy(f"{old}_items.tsv", f"{new}_items.tsv")
    scores = json.loads(old.with_name(f"{old.name}_scores.json").read_text())
    scores |= {"model": HOSTILE, "settings": {**scores["settings"], "limit": 25}}
    new.with_name(f"{new.name}_scores.json").write_text(json.dumps(scores))
    return folder


@pytest.fixture
def collected(results, demo_root, monkeypatch):
    """The results, with their data where the package looks for them."""
    monkeypatch.setenv("LMUData", str(demo_root.parent))
    return collect(results)


@pytest.fixture(scope="session")
def page(results, demo_root):
    """The page as one file, made in this process."""
    from vlmeval_hvs.viewer.page import write_page

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(demo_root.parent))
        patch.setattr("os.cpu_count", lambda: 1)
        return write_page(collect(results), results.parent / "report.html", "outputs")


def content_of(page):
    """What a page shows, as JSON, with the parts of all datasets in it or beside it."""
    book = json.loads(page.read_text(encoding="utf-8").partition('id="book">')[2].partition("</script>")[0])
    files = [page.parent / samples["part"] for samples in book["samples"].values()]
    beside = [json.loads(file.read_text()[len("part(") : -len(");")]) for file in files if file.is_file()]
    for part in [*book["parts"], *beside]:
        book["samples"][part["dataset"]] = part["samples"]
        book["images"] |= part["images"]
        if part["comparison"]:
            book["comparisons"][part["dataset"]] = part["comparison"]
    return {**book, "parts": []}


@pytest.fixture(scope="session")
def content(page):
    return content_of(page)


@pytest.fixture(scope="module")  # it runs an event loop in this thread, which the host's tests cannot share
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if BROWSER is None:
        pytest.skip("no Chromium is installed")
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=BROWSER, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def opened(browser, request):
    """Opens the page, or another file, at an address inside it; the console has to stay empty."""
    said = []

    def note_request(asked):
        if not asked.url.startswith(("file:", "data:")):
            said.append(asked.url)

    def at(place="#/", file=None, **how):
        tab = browser.new_page(**{"viewport": {"width": 1280, "height": 900}, **how})
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.on("request", note_request)
        tab.on("dialog", lambda dialog: said.append("a dialog"))
        tab.goto((file or request.getfixturevalue("page")).as_uri() + place)
        tab.wait_for_selector("h1")
        return tab

    yield at
    assert said == []
