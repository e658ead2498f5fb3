"""Results of two weight-free models on small parts of all five benchmarks, the page made of them, and a browser."""

import json
import shutil

import pytest

from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import FAIL_MARKER, INTERLEAVED
from vlmeval_hvs.registry import build_set, card_of, dataset_class, set_of
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.collect import collect

DATASETS = {
    "HVSBench_DEMO": 40, "ActiView_Zooming_DEMO": 6, "GazeTarget_DEMO": 12, "VisualSearch_COCOSearch18_DEMO": 6,
    "VPB_Stage2_DEMO": 6,
}  # fmt: skip
HOSTILE = "<img src=x onerror=alert(1)>[/red]"
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def answered(dataset, model: str) -> list[str]:
    """Predictions as the host writes them; of the random model some are odd, and on one dataset one failed."""
    failure = FAIL_MARKER if dataset.dataset_name.startswith("VPB") else "?"
    texts = []
    for position in range(len(dataset)):
        prompt = dataset.build_prompt(position)

        def reply(turn, position=position):
            if model == "hvs-random" and position < 3:
                return ("I cannot tell </script><script>alert(2)</script>", failure, "")[position]
            return respond(model, turn, 0)

        driven = drive(prompt, reply, INTERLEAVED)
        texts.append(reply(prompt) if driven is None else driven[0])
    return texts


@pytest.fixture(scope="session")
def results(demo_root, tmp_path_factory):
    """Folder of results: two models on five datasets, one run with another option and a hostile name."""
    import pandas as pd

    folder = tmp_path_factory.mktemp("results") / "outputs"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(demo_root.parent))
        for name, limit in DATASETS.items():
            if not (demo_root / set_of(name)).exists():
                build_set(set_of(name), root=demo_root)
            for model in ("hvs-oracle", "hvs-random"):
                dataset = dataset_class(card_of(name))(dataset=name, limit=limit)
                table = pd.DataFrame({"index": dataset.rows["index"], "prediction": answered(dataset, model)})
                path = folder / f"{model}_{name}.tsv"
                table.to_csv(path, sep="\t", index=False)
                dataset.score_file(path)
        other = folder / "hostile"
        other.mkdir()
        for ending in ("scores.json", "items.tsv"):
            text = (folder / f"hvs-random_HVSBench_DEMO_hvs_{ending}").read_text()
            (other / f"hostile_HVSBench_DEMO_hvs_{ending}").write_text(text)
        path = other / "hostile_HVSBench_DEMO_hvs_scores.json"
        scores = json.loads(path.read_text())
        path.write_text(json.dumps({**scores, "model": HOSTILE, "settings": {**scores["settings"], "limit": 39}}))
    return folder


@pytest.fixture(scope="session")
def page(results, demo_root):
    """The page as one file, with the content it was made of."""
    from vlmeval_hvs.viewer.page import write_page

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(demo_root.parent))
        return write_page(collect(results), results.parent / "report.html", "outputs")


@pytest.fixture(scope="session")
def content(page):
    """What the page tells, as JSON."""
    text = page.read_text(encoding="utf-8")
    return json.loads(text.partition('id="book">')[2].partition("</script>")[0])


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if BROWSER is None:
        pytest.skip("no Chromium is installed")
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=BROWSER, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def opened(browser, page):
    """Opens the page, or another file, at an address inside it; the console has to stay empty."""
    said = []

    def at(place: str = "#/", file=None, **how):
        tab = browser.new_page(**{"viewport": {"width": 1280, "height": 900}, **how})
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.on(
            "request", lambda request: None if request.url.startswith(("file:", "data:")) else said.append(request.url)
        )
        tab.on("dialog", lambda dialog: said.append("a dialog"))
        tab.goto((file or page).as_uri() + place)
        tab.wait_for_selector("h1")
        return tab

    yield at
    assert said == []
