"""Executes the notebooks with Deno's kernel, and fails when a cell does or a chart has nothing in it.

run_notebooks.py FOLDER: in the clone; FOLDER has node_modules with ledgerlake, @observablehq/plot and linkedom.
"""

import queue
import re
import sys
import time
from pathlib import Path

import nbformat
from jupyter_client.manager import start_new_kernel

MARK = re.compile(r'<g [^>]*aria-label="(?:area|bar|dot|line|rect|tick)"[^>]*>\s*<(?:path|rect|circle|line)')


def execute(notebook, folder):
    """What the cells of a notebook show, as text. The kernel may say that a cell has ended before it shows what came out."""
    manager, client = start_new_kernel(kernel_name="deno", cwd=folder)
    try:
        for cell in notebook.cells:
            if cell.cell_type == "code":
                reply = client.execute(cell.source, reply=True, timeout=120)["content"]
                assert reply["status"] == "ok", f"{cell.source}\n\n{reply.get('ename')}: {reply.get('evalue')}"
        return list(shown(client))
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def shown(client):
    """What a kernel has put out, until it is silent for some seconds."""
    while True:
        try:
            message = client.get_iopub_msg(timeout=3)
        except queue.Empty:
            return
        assert message["msg_type"] != "error", message["content"]
        yield from (value for value in message["content"].get("data", {}).values() if isinstance(value, str))


[folder] = sys.argv[1:]
for path in sorted(Path("data/notebooks").glob("*.ipynb")):
    start = time.monotonic()
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    charts = [text for text in execute(notebook, folder) if "<svg" in text]
    assert len(charts) >= 2, f"{path} shows {len(charts)} charts"
    for number, chart in enumerate(charts, start=1):
        assert MARK.search(chart), f"chart {number} of {path} is empty: {chart[:2000]}"
        bare = [svg for svg in re.findall(r"<svg[^>]*>", chart) if 'xmlns="http://www.w3.org/2000/svg"' not in svg]
        assert not bare, f"chart {number} of {path} names no namespace: {bare}"
    print(f"{path}: {len(charts)} charts, {time.monotonic() - start:.1f} s")
