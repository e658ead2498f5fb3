"""The rendered gazer: watertight geometry, exact angles, and a picture that the renderer and our camera agree on."""

import numpy as np
import pytest

from dataset_builders.gaze.geometry.dials import Dials
from dataset_builders.gaze.rendered import anatomy
from vlmeval_hvs.errors import DataError


def volume(vertices, quads):
    """Volume of a closed mesh by the divergence theorem."""
    triangles = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    return (a * np.cross(b, c)).sum() / 6


def test_solids_face_outwards_and_subdivision_is_catmull_and_clarks(monkeypatch):
    from dataset_builders.gaze.rendered.surfaces import box, revolved, subdivided

    block = box((0, 0, 0), (1, 2, 3))
    assert volume(block.vertices, block.quads) == pytest.approx(6.0)
    turn = np.linspace(-np.pi / 2, np.pi / 2, 181)
    ball = revolved(np.column_stack([np.cos(turn), np.sin(turn)]), 180)
    assert volume(ball.vertices, ball.quads) == pytest.approx(4 / 3 * np.pi, rel=2e-3)
    corners = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float) * 2 - 1
    quads = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])
    vertices, fine = subdivided(corners, quads)
    assert (len(vertices), len(fine)) == (8 + 6 + 12, 24)
    # By hand, for a cube of half width 1: corners 5/9, edges 3/4, faces 1.
    assert np.abs(vertices[:8]) == pytest.approx(np.full((8, 3), 5 / 9))
    assert sorted(np.abs(vertices[14]).round(6)) == [0.0, 0.75, 0.75]
    assert sorted(np.abs(vertices[8]).round(6)) == [0.0, 0.0, 1.0]
    monkeypatch.setattr(anatomy.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(DataError, match="stimuli"):
        anatomy.data_folder()


@pytest.fixture(scope="module")
def person():
    pytest.importorskip("mitsuba", reason="the extra `stimuli` is not installed")
    try:
        anatomy.data_folder()
    except DataError:
        pytest.skip("the extra `stimuli` is not installed")
    from dataset_builders.gaze.rendered.people import PEOPLE

    return PEOPLE[0]


@pytest.mark.nightly
def test_head_eyes_and_lids_turn_by_exactly_the_angles(person):
    from dataset_builders.gaze.rendered.posing import posed, seated

    body, aim = anatomy.anatomy(person.morphs), np.array([12.0, 4.0, 60.0])
    rest = seated(person.morphs)
    rigid = np.flatnonzero((body.carried_by("head") > 0.999) & (rest[:, 1] > 35))
    for head in ((0.0, 0.0), (25.0, -10.0), (-40.0, 15.0)):
        pose = posed(person.morphs, head, aim)
        before, after = (points[rigid] - points[rigid].mean(axis=0) for points in (rest, pose.vertices))
        u, _, vt = np.linalg.svd(before.T @ after)  # Kabsch: the rotation that the skull made
        ahead = (u @ np.diag([1, 1, np.sign(np.linalg.det(u @ vt))]) @ vt).T @ [0, 0, 1]
        assert np.rad2deg(np.arctan2(ahead[0], ahead[2])) == pytest.approx(head[0], abs=0.2)
        assert np.rad2deg(np.arcsin(ahead[1])) == pytest.approx(head[1], abs=0.2)
        for (middle, _), gaze in zip(pose.eyes, pose.gazes, strict=True):
            assert np.linalg.norm(np.cross(aim - middle, gaze)) < 1e-9 * np.linalg.norm(aim - middle) + 1e-9
    lashes = body.groups["helper-l-eyelashes-2"]
    up, down = (posed(person.morphs, (0.0, 0.0), np.array([0.0, y, 60.0])).vertices for y in (30.0, 0.0))
    assert up[lashes, 1].mean() - down[lashes, 1].mean() > 0.05


@pytest.mark.nightly
def test_the_renderer_sees_what_our_camera_projects_and_a_pose_changes_the_head_only(person):
    from dataset_builders.gaze.rendered.render import mitsuba
    from dataset_builders.gaze.rendered.scene import Scene, _sensor

    mi, dials = mitsuba(), Dials("R", ("cup", "ball"), 12.0, 0, 0.0, view=30.0, size=160)
    for place in dials.places:
        lamp = {"type": "sphere", "center": place.tolist(), "radius": 1.5}
        light = {"lamp": {**lamp, "emitter": {"type": "area", "radiance": 1.0}}}
        sensor = _sensor(mi, dials.camera, (0, 0, 160, 160), 4)
        shown = mi.load_dict({"type": "scene", "integrator": {"type": "direct"}, "sensor": sensor, **light})
        light = np.array(mi.render(shown))[..., 0]
        rows, columns = np.mgrid[0:160, 0:160] + 0.5
        middle = [(light * axis).sum() / light.sum() for axis in (columns, rows)]
        assert middle == pytest.approx(dials.camera.project(place[None])[0, :2], abs=0.3)
    first, turned = (Dials("R", ("cup", "ball"), 15.0, 0, yaw, size=96) for yaw in (0.0, 30.0))
    scene = Scene(first, samples=2)
    changed = (scene.picture(first) != scene.picture(turned)).any(axis=2)
    x0, y0, x1, y1 = scene.box
    assert changed[y0:y1, x0:x1].any()
    changed[y0:y1, x0:x1] = False
    assert not changed.any()
    with pytest.raises(DataError, match="another scene"):
        scene.picture(Dials("S", ("cup", "ball"), 15.0, 0, 0.0, size=96))
