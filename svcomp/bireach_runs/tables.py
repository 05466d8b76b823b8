# SPDX-License-Identifier: Apache-2.0
"""Results as one table: CSV, Markdown, and an HTML index with links to each program's files."""
import csv
import html
import io
import json
from urllib.parse import quote

from bireach_runs import functions, scores
from bireach_runs.store import write_whole

COLUMNS = ("task", "category", "data_model", "expected", "verdict", "outcome", "score", "cpu_s", "wall_s", "memory_mib",
           "witness", "findings", "attempts", "node", "reason")
NUMBERS = {"score", "cpu_s", "wall_s", "memory_mib", "attempts"}
# What a run leaves behind, in the order of the links.
FILES = (("report", "report/index.html"), ("json", "result.json"), ("text", "output.txt"), ("log", "log.txt"),
         ("witness", None))


def rows_of(store):
    """One row a task, in the order of the list; a task without a result has verdict LOST or nothing."""
    rows = []
    for task in store.tasks:
        record = store.result(task)
        lost = store.attempts_lost(task)
        row = dict.fromkeys(COLUMNS, "")
        row.update(task=task.id, category=task.category, data_model=task.data_model, expected=task.expected,
                   attempts=lost + (record is not None))
        if record is None:
            row.update(verdict="LOST" if lost else "", reason=f"no result after {lost} attempts" if lost else "not run")
        else:
            for name in ("verdict", "reason", "cpu_s", "wall_s", "memory_mib"):
                row[name] = record[name]
            row["node"] = record.get("node") or record["host"]
            row["witness"] = record.get("witness", "")
            row["findings"] = record.get("findings", "")
        witness = row["witness"] if store.settings.witness else None
        row["outcome"] = scores.outcome(task.expected, row["verdict"], witness) if row["verdict"] else ""
        row["score"] = scores.score(task.expected, row["verdict"], witness) if row["verdict"] else 0
        rows.append(row)
    return rows


def are_functions(store):
    return store.settings.command == functions.COMMAND


def summary(rows, of_functions):
    """(label, count or figure) pairs."""
    def count(name, value):
        return sum(row[name] == value for row in rows)
    if of_functions:
        return summary_of_functions(rows, count)
    pairs = [("tasks", len(rows)), ("TRUE", count("verdict", "TRUE")), ("FALSE", count("verdict", "FALSE")),
             ("UNKNOWN", count("verdict", "UNKNOWN")), ("errors", count("verdict", "ERROR")),
             ("lost", count("verdict", "LOST")), ("not run", count("verdict", "")),
             ("correct", count("outcome", "correct")), ("correct, unconfirmed", count("outcome", "correct, unconfirmed")),
             ("wrong", count("outcome", "wrong")), ("score", sum(row["score"] for row in rows)),
             ("best score", sum(scores.best_score(row["expected"]) for row in rows)),
             ("CPU s", round(sum(float(row["cpu_s"] or 0) for row in rows), 1)),
             ("attempts beyond the first", sum(max(0, int(row["attempts"]) - 1) for row in rows))]
    always = {"tasks", "TRUE", "FALSE", "UNKNOWN", "wrong", "score", "best score", "CPU s"}
    return [(label, value) for label, value in pairs if value or label in always]


def summary_of_functions(rows, count):
    seconds = sorted(float(row["wall_s"]) for row in rows if row["wall_s"] != "")
    pairs = [("tasks", len(rows))] + [(name, count("verdict", name)) for name in ("CONSISTENT", "INCONSISTENT", "UNKNOWN")]
    pairs += [(label, count("verdict", verdict)) for label, verdict in (("errors", "ERROR"), ("lost", "LOST"), ("not run", ""))]
    pairs += [(f"findings: {name}", functions.count_of(rows, name)) for name in functions.CLASSES]
    if seconds:
        pairs += [("median s", seconds[len(seconds) // 2]), ("90 % within s", seconds[len(seconds) * 9 // 10])]
    pairs += [("CPU s", round(sum(float(row["cpu_s"] or 0) for row in rows), 1))]
    return [(label, value) for label, value in pairs if value or label not in ("errors", "lost", "not run")]


def categories(rows):
    names = sorted({row["category"] for row in rows})
    return [(name, [row for row in rows if row["category"] == name]) for name in names]


def as_csv(rows):
    text = io.StringIO()
    out = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    out.writeheader()
    out.writerows(rows)
    return text.getvalue()


def cell(value):
    return str(value).replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def markdown_table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return lines + ["| " + " | ".join(cell(value) for value in row) + " |" for row in rows]


def as_markdown(rows, title, of_functions):
    lines = [f"# {title}", ""] + markdown_table(("", ""), summary(rows, of_functions)) + [""]
    if len(categories(rows)) > 1:
        labels = (("tasks", "CONSISTENT", "INCONSISTENT", "UNKNOWN", "CPU s") if of_functions else
                  ("tasks", "correct", "wrong", "UNKNOWN", "score", "best score", "CPU s"))
        table = []
        for name, members in categories(rows):
            by_label = dict(summary(members, of_functions))
            table.append([name or "(none)"] + [by_label.get(label, 0) for label in labels])
        lines += markdown_table(("category", *(label.replace("best score", "best") for label in labels)), table) + [""]
    lines += markdown_table(COLUMNS, [[row[name] for name in COLUMNS] for row in rows])
    return "\n".join(lines) + "\n"


STYLE = """:root{color-scheme:light dark}body{font:15px/1.4 system-ui,sans-serif;margin:1.5rem}
table{border-collapse:collapse}th,td{padding:.2rem .6rem;border-bottom:1px solid #8884;text-align:left;white-space:nowrap}
td.number{text-align:right;font-variant-numeric:tabular-nums}th button{font:inherit;font-weight:600;border:0;background:none;
color:inherit;cursor:pointer;padding:0}th[aria-sort=ascending] button::after{content:" \\25b2"}
th[aria-sort=descending] button::after{content:" \\25bc"}.wrong{background:#d003;font-weight:600}.correct{background:#0a03}
.error,.lost{background:#e803}dl{display:grid;grid-template-columns:max-content max-content;gap:0 1rem}dd{margin:0}
.scroll{overflow-x:auto}input{font:inherit;margin:.5rem 0;width:min(30rem,95%)}td.reason{white-space:normal;min-width:14rem}
td.task{white-space:normal;overflow-wrap:anywhere;min-width:10rem;max-width:24rem}"""
SCRIPT = """"use strict";
const body=document.querySelector("tbody"),heads=[...document.querySelectorAll("th")];
function key(row,i,number){const text=row.cells[i].textContent;return number?(text===""?-Infinity:Number(text)):text}
heads.forEach((head,i)=>{const button=head.querySelector("button");if(!button)return;
button.addEventListener("click",()=>{const down=head.getAttribute("aria-sort")==="ascending";
heads.forEach(other=>other.removeAttribute("aria-sort"));head.setAttribute("aria-sort",down?"descending":"ascending");
const number=head.dataset.number==="1",rows=[...body.rows];
rows.sort((a,b)=>{const x=key(a,i,number),y=key(b,i,number);const order=x<y?-1:x>y?1:a.dataset.n-b.dataset.n;
return down?-order:order});body.append(...rows)})});
document.getElementById("filter").addEventListener("input",event=>{const words=event.target.value.toLowerCase().split(/\\s+/);
for(const row of body.rows){const text=row.textContent.toLowerCase();row.hidden=!words.every(word=>text.includes(word))}});"""


def as_html(store, rows, title):
    def escaped(value):
        return html.escape(str(value), quote=True)
    shown = [name for name in COLUMNS if any(row[name] != "" for row in rows)]

    def head_of(name):
        return f'<th scope="col" data-number="{int(name in NUMBERS)}"><button>{escaped(name.replace("_", " "))}</button></th>'
    head = head_of("task") + '<th scope="col">files</th>' + "".join(head_of(name) for name in shown[1:])
    lines = []
    for number, row in enumerate(rows):
        kind = {"wrong": "wrong", "correct": "correct", "error": "error"}.get(row["outcome"], "")
        kind = "lost" if row["verdict"] == "LOST" else kind
        cells = [f'<td class="{"number" if name in NUMBERS else escaped(name)}">{escaped(row[name])}</td>' for name in shown]
        cells.insert(1, f"<td>{links_of(store, row['task'])}</td>")
        lines.append(f'<tr class="{kind}" data-n="{number}">{"".join(cells)}</tr>')
    figures = "".join(f"<dt>{escaped(label)}</dt><dd>{escaped(value)}</dd>" for label, value in summary(rows, are_functions(store)))
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escaped(title)}</title>\n'
            '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
            f"<style>{STYLE}</style></head><body><h1>{escaped(title)}</h1><dl>{figures}</dl>\n"
            '<label>Filter <input id="filter" type="search"></label>\n'
            f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n'
            + "\n".join(lines) + f"\n</tbody></table></div><script>{SCRIPT}</script></body></html>\n")


def links_of(store, task):
    folder = store.folder / "results" / task
    links = []
    for label, name in FILES:
        name = name or store.settings.witness
        if name and (folder / name).is_file():
            links.append(f'<a href="{html.escape(quote(f"results/{task}/{name}"), quote=True)}">{label}</a>')
    return " ".join(links)


def merge(store, title):
    """Writes results.csv, results.md, index.html, each whole or not at all; returns the rows."""
    rows = rows_of(store)
    write_whole(store.folder / "results.csv", as_csv(rows))
    write_whole(store.folder / "results.md", as_markdown(rows, title, are_functions(store)))
    write_whole(store.folder / "index.html", as_html(store, rows, title))
    write_whole(store.folder / "summary.json", json.dumps(dict(summary(rows, are_functions(store))), indent=1) + "\n")
    return rows
