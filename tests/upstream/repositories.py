"""Git, as the tests of exports need it."""

from __future__ import annotations

import subprocess


def git(root, *arguments):
    """What a git command prints."""
    who = ["-c", "user.name=test", "-c", "user.email=test@test", "-c", "core.autocrlf=false"]
    return subprocess.run(["git", *who, "-C", root, *arguments], check=True, capture_output=True, text=True).stdout


def identify(root):
    """Give a repository an author, which a fresh machine lacks."""
    git(root, "config", "user.name", "test")
    git(root, "config", "user.email", "test@test")


def commit(root):
    """Commit everything."""
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "all")
