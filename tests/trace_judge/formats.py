"""The formats by their names: how the files of one are read."""
from . import dimemas, goal, liballprof, paraver, simgrid

TEXTS = {"dimemas": dimemas, "paraver": paraver, "goal": goal}


def read(name, files, options=()):
    """The program of the files of a format, a list of (name, text), with the options of `trenza trace convert`."""
    texts = [text for _, text in (files[1:] if is_list(files) else files)]
    if name == "simgrid":
        return simgrid.read(texts, options[options.index("--flops-per-second") + 1])
    if name == "liballprof":
        return liballprof.read(texts)
    return TEXTS[name].read(texts[0])


def inputs(files):
    """The names of the files that a call of a reader names."""
    return [name for name, _ in (files[:1] if is_list(files) else files)]


def is_list(files):
    """Whether the first file is a list of the others."""
    return len(files) > 1 and files[0][1].split() == [name for name, _ in files[1:]]
