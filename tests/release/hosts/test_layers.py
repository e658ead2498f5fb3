"""What the environment of a host is made of."""

from release.hosts.layers import TRANSFORMERS_4, checkout, distribution, evalscope


def test_a_checkout_gets_the_transformers_of_its_day(tmp_path):
    for day, older in (("2026-03-01", True), ("2026-03-02", False), ("", False)):
        host = checkout(tmp_path, "VLMEvalKit", day)
        assert set(TRANSFORMERS_4).issubset(host.packages) == older, day
        assert "setuptools<80" in host.packages
        assert host.runner == str(tmp_path / "run.py")


def test_a_distribution_gets_the_transformers_that_its_classes_import():
    assert not set(TRANSFORMERS_4) & set(distribution("0.0.20").packages)
    assert set(TRANSFORMERS_4) <= set(distribution("0.0.19").packages)


def test_evalscope_lies_over_a_distribution():
    host = evalscope("1.14.1", "0.0.20")
    assert set(distribution("0.0.20").packages) < set(host.packages)
    assert host.name == "evalscope 1.14.1, ms-vlmeval 0.0.20"
