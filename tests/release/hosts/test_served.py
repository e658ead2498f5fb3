"""Items of a host and of `vlmeval-hvs ask` are compared cell by cell."""

from release.hosts.served import ASKED, SERVED, by_words, compared

HEADER = "index\tprediction\tscore\n"


def write(folder, name, text):
    folder.mkdir(parents=True)
    (folder / f"{SERVED}_{name}_hvs_items.tsv").write_text(HEADER + text)


def test_rows_that_differ_are_named(tmp_path):
    write(tmp_path / ASKED / "T1", "One_DEMO", "0\tA\t1\n1\tNA\t0\n")
    write(tmp_path / "served-One_DEMO" / "T2", "One_DEMO", "0\tA\t1\n1\tNA\t1\n")
    assert compared(tmp_path, ("One_DEMO",)) == {"rows": 2, "different": ["One_DEMO: row 1"]}


def test_same_rows_are_counted(tmp_path):
    for folder in (ASKED, "served-One_DEMO"):
        write(tmp_path / folder, "One_DEMO", "0\tA\t1\n1\t\t0\n")
    assert compared(tmp_path, ("One_DEMO",)) == {"rows": 2, "different": []}


def test_a_run_without_items_is_a_difference(tmp_path):
    write(tmp_path / ASKED, "One_DEMO", "0\tA\t1\n")
    assert compared(tmp_path, ("One_DEMO",))["different"] == ["One_DEMO: other rows or columns"]


def test_replies_do_not_depend_on_how_an_image_is_sent():
    def body(image, words):
        parts = [{"type": "image_url", "image_url": {"url": image}}, {"type": "text", "text": words}]
        return {"messages": [{"role": "system", "content": "Look."}, {"role": "user", "content": parts}]}

    assert by_words(body("a", "How many?")) == by_words(body("b", "How many?"))
    assert len({by_words(body("a", str(number))) for number in range(50)}) > 5
