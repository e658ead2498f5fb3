"""Gaze-target questions: do models read eyes, or only heads?"""
