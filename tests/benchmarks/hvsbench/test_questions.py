"""What is read from the questions of HVSBench: letters, options, boxes, points."""

from vlmeval_hvs.benchmarks.hvsbench.questions import labels_of


def test_letters_that_are_offered() -> None:
    for question, labels in (
        ("Please choose one answer from A, B, C, D, E without bracket.\n[A] 0.73,0.54,1.0,1.0\n[B]0.30,0.44", "ABCDE"),
        ("choose one answer from A, B or C.", "ABC"),
        ("please rank (e.g., DCBA)\n[A]0.35,0.41,0.66,0.72\n[B]0.50,0.27\n[C]0.34,0.54", "ABC"),
        ("— [A] the animal [B] the person — please select", "AB"),
        ("How many salient objects are there?", ""),
        ("[Requirement] Predict ... X = [0.49, 0.57] [Example Output for Another Image]", ""),
        ("[a] the dog [b] the cat", "ab"),
        ("[1] 0.1,0.2,0.3,0.4\n[2] 0.2,0.3,0.4,0.5\n[3] 0.5,0.5,0.6,0.6", "123"),
        ("See [1] for the definition. Please choose one answer from A, B.", "AB"),
        ("Is it a dog (B) or a cat?", ""),
    ):
        assert labels_of(question) == labels, question
