"""A dataset that has asked can be sent to another process: the host's API mode scores in one of its own."""

import pickle

import pytest

from vlmeval_hvs.registry import base_name, card_of, dataset_class

DATASETS = [
    ("HVSBench_DEMO", {}),
    ("ActiView_Zooming_DEMO", {}),
    ("ActiView_Zooming_DEMO", {"n_splits": 9}),
    ("GazeTarget_DEMO", {"limit": 5}),
    ("VisualSearch_COCOSearch18_Interactive_DEMO", {}),
    ("VisualSearch_COCOSearch18_HSP_DEMO", {}),
    ("VPB_Stage1_DEMO", {"limit": 5}),
    ("VPB_Stage2_DEMO", {}),
]


@pytest.mark.parametrize(("name", "options"), DATASETS)
def test_a_dataset_that_has_asked_can_be_sent_to_another_process(demo, name: str, options: dict) -> None:
    demo(f"{card_of(name).datasets[base_name(name)]['set']}_DEMO")
    dataset = dataset_class(card_of(name))(dataset=name, **options)
    asked = dataset.build_prompt(0)
    copied = pickle.loads(pickle.dumps(dataset))
    assert list(copied.build_prompt(0)) == list(asked)
    assert copied.receipt == dataset.receipt
