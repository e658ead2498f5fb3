"""HVSBench: accuracies, counting errors and scanpath similarity of one reading of the replies."""

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.hvsbench.questions import FIELDS, TYPES, kinds_of
from vlmeval_hvs.benchmarks.hvsbench.replies import questions_of, read_replies
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ALL_DIMENSIONS, ScanpathRules, people_of, scanpath_scores
from vlmeval_hvs.benchmarks.hvsbench.scoring import metrics_of

READING = "paper"
NAMES = ("HVSBench", *(f"HVSBench_{field}" for field in FIELDS))


def score(items: pd.DataFrame, dataset: str) -> tuple[dict[str, float], pd.DataFrame]:
    """Metrics named as the columns of the paper's Table 3, and of Table 11 by question type; and every row's own."""
    replies, truths = items["reply"].tolist(), items["truth"].tolist()
    answers, paths = read_replies(replies, questions_of(items), truths, READING)
    table = items[["index", "question_type", "truth"]].join(answers)
    table["field"] = items["question_type"].map({name: kind.field for name, kind in TYPES.items()})
    similar = np.full((len(table), len(ALL_DIMENSIONS)), np.nan)
    drawn = (kinds_of(table) == "scanpath").to_numpy()
    similar[drawn] = scanpath_scores(paths, people_of(items), ScanpathRules())
    table[list(ALL_DIMENSIONS)] = similar
    return metrics_of(table), table
