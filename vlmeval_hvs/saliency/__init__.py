"""Where a picture draws the eye: saliency maps, and what to read off a map.

Maps come from pictures and nothing else: no annotation, no target, no participant.
"""

from vlmeval_hvs.saliency.center_bias import CENTER_SPREAD, center_bias
from vlmeval_hvs.saliency.foci import foci
from vlmeval_hvs.saliency.itti_koch import itti_koch
from vlmeval_hvs.saliency.maps import WEIGHT_FREE, as_density
from vlmeval_hvs.saliency.objects import proto_objects
from vlmeval_hvs.saliency.reading import box_mean, box_share, log_density_at, mean_at
from vlmeval_hvs.saliency.spectral_residual import spectral_residual

__all__ = [
    "CENTER_SPREAD",
    "WEIGHT_FREE",
    "as_density",
    "box_mean",
    "box_share",
    "center_bias",
    "foci",
    "itti_koch",
    "log_density_at",
    "mean_at",
    "proto_objects",
    "spectral_residual",
]
