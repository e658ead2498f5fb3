"""Which end of a source's proximity scale is close: decided by the coordinates of face and objects."""

from dataset_builders.gaze.proximity import scale_of


def photo(proximity, width, view="front", n=2, face=0.1):
    """A photo whose objects span `width` of the image."""
    places = [(0.5 - width / 2 + width * i / (n - 1), 0.7) for i in range(n)]
    box = [0.45, 0.1, 0.45 + face, 0.3] if face else []
    return {"proximity": proximity, "view": view, "objects": [f"o{i}" for i in range(n)], "points": places, "face": box}


def test_wide_rows_of_like_photos_decide_which_number_is_closest():
    for widths, closest in (({1: 0.2, 2: 0.4, 3: 0.6}, 1), ({1: 0.6, 2: 0.4, 3: 0.2}, 3)):
        found = scale_of([photo(p, w, v, n) for p, w in widths.items() for v in ("front", "left") for n in (2, 4)])
        assert (found.closest, found.decided_by) == (closest, "coordinates")
        assert [found.proximity(number) for number in (1, 2, 3)] == ([3, 2, 1] if closest == 1 else [1, 2, 3])
        assert found.face_widths == {str(number): 10 * width for number, width in widths.items()}
    # Seen from farther away, the widest row is the narrowest in the image, but not in face widths.
    far = scale_of([photo(1, 0.5, face=0.2), photo(2, 0.45, face=0.1), photo(3, 0.4, face=0.05)])
    assert (far.closest, far.face_widths) == (1, {"1": 2.5, "2": 4.5, "3": 8.0})
    # The row of four objects is wider; only the comparison within two and within four objects counts.
    rows = [photo(1, 0.30, n=2), photo(3, 0.25, n=2), photo(1, 0.80, n=4), photo(3, 0.75, n=4), photo(3, 0.8, "left")]
    assert scale_of(rows).closest == 3
    for photos in ([], [photo(2, 0.4)], [photo(1, 0.4), photo(3, 0.4)], [photo(1, 0.4, face=0), photo(3, 0.2)]):
        assert (scale_of(photos).closest, scale_of(photos).decided_by) == (1, "the published sheets")
