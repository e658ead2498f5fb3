"""What the tests are called and measured in."""

NAMES = {
    "1": "accuracy against people, natural head poses",
    "2.1": "head target chosen more often than gaze target",
    "2.2": "same choice while only the eyes move",
    "2.3": "less accurate when the head points elsewhere",
    "2.4": "error grows with the distance between eyes and head",
    "3": "answers move away from the head with the eyes",
    "4": "how the share of head answers falls as the eyes leave the head",
    "proximity": "error grows when objects stand closer",
    "view": "error is larger in side views than in the front view",
}
UNITS = {
    "1": "accuracy minus human accuracy",
    "2.1": "share of head answers minus share of gaze answers",
    "2.2": "share of pairs of photos with equal choices",
    "2.3": "accuracy, incongruent minus congruent",
    "2.4": "wrongness per object of distance",
    "3": "relative distance from the head target per object of distance",
    "4": "share of head answers",
    "proximity": "wrongness per step of proximity",
    "view": "wrongness, mean of side views minus front",
}
