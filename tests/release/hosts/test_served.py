"""Items of a host and of `vlmeval-hvs ask` are compared cell by cell."""

HEADER = "index\tprediction\tscore\n"


def write(folder, name, text):
    from release.hosts.served import SERVED

    folder.mkdir(parents=True)
    (folder / f"{SERVED}_{name}_hvs_items.tsv").write_text(HEADER + text)


def test_rows_that_differ_are_named_and_a_run_without_items_is_a_difference(tmp_path):
    from release.hosts.served import ASKED, compared

    def told(asked, served, folder):
        write(folder / ASKED / "T1", "One_DEMO", asked)
        if served is not None:
            write(folder / "served-One_DEMO" / "T2", "One_DEMO", served)
        return compared(folder, ("One_DEMO",))

    one, other = "0\tA\t1\n1\tNA\t0\n", "0\tA\t1\n1\tNA\t1\n"
    assert told(one, other, tmp_path / "1") == {"rows": 2, "different": ["One_DEMO: row 1"]}
    assert told(one, one, tmp_path / "2") == {"rows": 2, "different": []}
    assert told(one, None, tmp_path / "3")["different"] == ["One_DEMO: other rows or columns"]


def test_replies_do_not_depend_on_how_an_image_is_sent():
    from release.hosts.served import by_words

    def body(image, words):
        parts = [{"type": "image_url", "image_url": {"url": image}}, {"type": "text", "text": words}]
        return {"messages": [{"role": "system", "content": "Look."}, {"role": "user", "content": parts}]}

    assert by_words(body("a", "How many?")) == by_words(body("b", "How many?"))
    assert len({by_words(body("a", str(number))) for number in range(50)}) > 5
