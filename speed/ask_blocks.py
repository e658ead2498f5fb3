"""What the documentation shows of `speed.bench_ask`."""

from speed.blocks import Figures, block, count, paragraph, table


@block("ask", "ask", "aiohttp", "pillow")
def ask(figures: Figures) -> str:
    """Throughput, with the load of the machine."""
    rows = []
    for name, words in (("single", "one turn"), ("pipeline", "several turns")):
        part = figures["throughput"][name]
        best, shares = part["best"], sorted(run["of_ideal"] for run in part["runs"])
        rows.append(
            [
                f"{part['dataset']}, {words}",
                f"{best['requests']:,}",
                f"{best['kb_per_request']:.0f}",
                f"{best['per_second']:.0f}",
                f"{best['of_ideal']:.0%}",
                f"{shares[0]:.0%} to {shares[-1]:.0%} ({len(shares)})",
                f"{1e3 * best['asking']['cpu'] / best['requests']:.2f}",
                f"{best['load']:.0f}",
            ]
        )
    ideal = figures["at_once"] / figures["latency_s"]
    head = ["`ask`", "requests", "KB each", "per second", "of the ideal", "all runs", "CPU ms each", "load"]
    words = paragraph(
        f"A server that answers every request after {1e3 * figures['latency_s']:.0f} ms can give {ideal:.0f} answers "
        f"per second to {figures['at_once']} requests at once: the ideal. The first columns are the best run's."
    )
    return f"{words}\n\n{table(head, rows)}"


@block("ask and the host", "ask", "aiohttp")
def ask_and_the_host(figures: Figures) -> str:
    """The host's throughput beside that of `ask`, under the same load."""
    host, single = figures["host"], figures["throughput"]["single"]["best"]
    return paragraph(
        f"The host's API mode gets {host['per_second']:.0f} answers per second from the same server, "
        f"{host['of_ideal']:.0%} of the ideal (one run, {count(host['requests'], 'request')}, load "
        f"{host['load']:.0f}); `ask` got {single['per_second']:.0f} just before, with a load of {single['load']:.0f}."
    )


@block("ask rows", "ask_rows", "aiohttp", "pandas")
def ask_rows(figures: Figures) -> str:
    """Cost and memory by number of rows."""
    rows = [
        [
            f"{run['rows']:,}",
            f"{1e3 * run['asking']['cpu'] / run['rows']:.2f}",
            f"{run['loading']['peak_mb']:.0f}",
            f"{run['asking']['peak_mb']:.0f}",
            f"{run['scoring']['peak_mb']:.0f}",
            f"{1e3 * run['scoring']['cpu'] / run['rows']:.2f}",
        ]
        for run in figures["rows"]
    ]
    head = [
        "rows",
        "asking, CPU ms per row",
        "MB once loaded",
        "MB once asked",
        "MB once scored",
        "scoring, CPU ms per row",
    ]
    return table(head, rows)


@block("ask host files", "ask_host_files")
def ask_host_files(figures: Figures) -> str:
    """What saving all replies costs."""
    rows = [
        [f"{one['rows']:,}", f"{one['write_ms']:.2f}", f"{one['read_and_write_ms']:.2f}"]
        for one in figures["host_files"]
    ]
    return table(["replies so far", "written once, ms", "read and written once, ms"], rows)
