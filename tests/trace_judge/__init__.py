"""An independent judge of Trenza's importers of traces: readers of five formats, and a grammar that draws files of them.

Nothing here knows how Trenza reads a file. Each reader follows what the tools that write its format do.
"""
