# SPDX-License-Identifier: Apache-2.0
"""The table of rooms in CMakeLists.txt, for the checks beside this one."""

import re

import sources

ENTRY = re.compile(r"^bireach_room\(([^)]*)\)", re.M)


def parse(text):
    """Room: the rooms whose headers it may include beside its own."""
    table = {}
    for entry in ENTRY.findall(re.sub(r"#.*", "", text)):
        room, *words = entry.split()
        if words and words[0] != "INCLUDES":
            raise ValueError(f"bireach_room({room} …): '{words[0]}' is no INCLUDES")
        if room in table:
            raise ValueError(f"bireach_room({room}): it has a line already")
        table[room] = set(words[1:])
    return table


def table():
    return parse((sources.ROOT / "CMakeLists.txt").read_text())


def cycles(graph):
    """The sets of nodes that reach each other (Tarjan), each sorted; `graph` maps a node to those that follow it."""
    index, low, path, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        path.append(node)
        for following in sorted(graph.get(node, ())):
            if following not in index:
                visit(following)
                low[node] = min(low[node], low[following])
            elif following in path:
                low[node] = min(low[node], index[following])
        if low[node] == index[node]:
            component = path[path.index(node):]
            del path[path.index(node):]
            if len(component) > 1 or node in graph.get(node, ()):
                found.append(sorted(component))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found
