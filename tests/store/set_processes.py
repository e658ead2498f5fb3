"""Sets that are built by other processes: many at once, and killed at every step."""

import io
import os
import signal
import sys
import traceback

from PIL import Image

from vlmeval_hvs.sets import SetWriter, read_set

EVENTS = ("open", "os.rename", "os.mkdir", "os.rmdir", "os.remove", "os.link", "os.symlink")
"""What a process does to a file system, as the interpreter reports it."""


def png(grey, size=(8, 6)):
    buffer = io.BytesIO()
    Image.new("L", size, grey).save(buffer, "PNG")
    return buffer.getvalue()


def build(root, version, images=3, name="Toy"):
    """Build a set whose content is told by a number."""
    with SetWriter(name, root, source="a test", licence="none") as writer:
        for index in range(images):
            path = writer.image(f"images/{index}.png", png(10 * version + index))
            writer.row({"index": index, "image_path": path, "version": version})
    return writer.manifest


def versions_of(root, digest=""):
    """The numbers in the rows of a version, of the present one by default."""
    return read_set("Toy", root, digest)[0]["version"].tolist()


def names_in(folder):
    return {path.name for path in folder.iterdir()}


def forked(work):
    """Start ``work`` in a process of its own; its exit status is 1 where it raised."""
    if pid := os.fork():
        return pid
    status = 1
    try:
        work()
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def ended(pid):
    """Exit status of a process, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def killed_at(step, work):
    """Do ``work`` in a process; whether it could be killed at its ``step``-th change of or look at the file system."""
    steps = iter(range(1, step))

    def hook(event, _):
        if event in EVENTS and next(steps, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)

    def counted():
        sys.addaudithook(hook)
        work()

    status = ended(forked(counted))
    assert status in (0, -signal.SIGKILL)
    return status != 0
