"""Rows of the gaze release, as its CSV has them."""

import csv

PILOT = {"HeadTarget": "", "DistEyeHead": "", "Actor": "X", "Site": "Site0"}
"""What differs in a row of the pilot study."""


def stimulus(number, **changes):
    """A row of the main study: three objects, incongruent, unless changed."""
    return {
        "Stimulus_ID": number, "Angle": "left", "Proximity": 2, "n_candidates": 3,
        "Candidates": "bottle+wooden hand+bunny", "Actor": "Z", "path": f"./stimuli/B/IMG_{number}.jpg",
        "label": "bunny", "list_id": 3, "Site": "SiteB", "HeadTarget": "bottle", "DistEyeHead": 2.0,
        "face_x_min": 0.4, "face_y_min": 0.1, "face_x_max": 0.6, "face_y_max": 0.3, "option1_x": 0.7, "option1_y": 0.8,
        "option2_x": 0.5, "option2_y": 0.8, "option3_x": 0.2, "option3_y": 0.8, "option4_x": -1.0, "option4_y": -1.0,
        "annotator": "annotator1", **changes,
    }  # fmt: skip


def write_sheet(path, rows):
    """A CSV file of rows."""
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path
