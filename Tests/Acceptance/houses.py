"""A folder in which nights are lived through by the soaks: recipes, catalogue and tree."""

import os


def make(work, name, recipes):
    """A new house below a folder, with recipes given as path → text; its path."""
    house = os.path.join(work, name)
    for path, text in recipes.items():
        path = os.path.join(house, "recipes", path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
    return house


def tree(house):
    """The bytes of every published file, by its path in the house."""
    found = {}
    for folder, _, names in os.walk(os.path.join(house, "out")):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, house)] = file.read()
    return found
