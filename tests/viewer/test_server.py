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
        assert book["state"] == json.loads(state)
        image = book["images"][0]["source"]
        assert urllib.request.urlopen(f"{address}{image}").read()
        copy("hvs-random_GazeTarget_DEMO")
        assert get("state") != state
        assert "hvs-random" in get("")
        for place, headers, status in (("", {"Host": "example.org"}, "403"), ("images/..%2findex.html", {}, "404")):
            with pytest.raises(urllib.error.HTTPError, match=status):
                get(place, **headers)
        server.shutdown()
