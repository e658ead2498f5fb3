"""The page that is served: new results appear in it, and nothing but its own parts is given, to this machine only."""

import json
import shutil
import threading
import urllib.error
import urllib.request

import pytest


@pytest.mark.long
def test_the_served_page_shows_new_results_and_gives_nothing_else(results, demo_root, tmp_path, monkeypatch):
    from vlmeval_hvs.viewer.server import serve

    monkeypatch.setenv("LMUData", str(demo_root.parent))
    work = tmp_path / "outputs"
    work.mkdir()

    def copy(stem):
        for path in results.glob(f"{stem}_hvs_*"):
            shutil.copy(path, work)

    def get(place, **headers):
        with urllib.request.urlopen(urllib.request.Request(f"{address}{place}", headers=headers)) as answer:
            return answer.read().decode()

    copy("hvs-oracle_GazeTarget_DEMO")
    server, folder = serve(work)
    with server, folder:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        page, state = get(""), get("state")
        assert "hvs-oracle" in page
        assert "hvs-random" not in page
        book = json.loads(page.partition('id="book">')[2].partition("</script>")[0])
        assert book["state"] == json.loads(state)[0]
        part = json.loads(get("data/GazeTarget_DEMO.js")[len("part(") : -len(");")])
        samples = part["samples"]
        assert (len(samples["rows"]), len(samples["answers"][0])) == (12, 12)
        copy("hvs-random_GazeTarget_DEMO")
        assert get("state") != state
        assert "hvs-random" in get("")
        # A run under way shows what its ledger has; the ledger alone tells the page to load these samples again.
        lines = (results / "hvs-random_GazeTarget_DEMO_hvs_ledger_0.jsonl").read_text().splitlines(keepends=True)
        half = next(k for k, line in enumerate(lines) if k > 12 and '"kind":"answer"' in line)
        for path in work.glob("hvs-random*"):
            path.unlink()
        (work / "hvs-random_GazeTarget_DEMO_hvs_ledger_0.jsonl").write_text("".join(lines[:half]))
        book = json.loads(get("").partition('id="book">')[2].partition("</script>")[0])
        (going,) = [place for place, run in enumerate(book["runs"]) if run["validity"] == "not finished"]
        count = book["runs"][going]["n"]
        for more in (0, 1):
            samples = json.loads(get("data/GazeTarget_DEMO.js")[len("part(") : -len(");")])["samples"]
            own = [answer for answer in samples["answers"][samples["runs"].index(going)] if answer]
            assert len(own) == count + more > 3
            assert {answer["verdict"] for answer in own} <= {"unscored", "failed"}
            with (work / "hvs-random_GazeTarget_DEMO_hvs_ledger_0.jsonl").open("a") as file:
                file.write(lines[half])
        refused = ("", {"Host": "example.org"}, "403"), ("images/..%2fdata", {}, "404"), ("data/no%20set.js", {}, "404")
        for place, headers, status in refused:
            with pytest.raises(urllib.error.HTTPError, match=status):
                get(place, **headers)
        server.shutdown()
