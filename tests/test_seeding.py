import subprocess
import sys

from vlmeval_hvs.seeding import rng


def test_a_draw_is_a_function_of_its_name():
    assert rng(1, "row", 5).random() == rng(1, "row", "5").random()
    assert rng(1, "row", 5).random() != rng(2, "row", 5).random()
    assert rng(1, "ab", "c").random() != rng(1, "a", "bc").random()


def test_it_is_the_same_in_another_process():
    code = "from vlmeval_hvs.seeding import rng; print(rng(3, 'x').random())"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert float(out) == rng(3, "x").random()
