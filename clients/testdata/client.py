"""Runs the Python client: client.py URL SMP REPOSITORY."""

import sys

from smp_client import Code, HTTPClient, SMPError, StdioClient

url, smp, repository = sys.argv[1:]


def use(client):
    tree = client.trace("one")
    assert tree["tree"] == {"one": {"calls": {"two": {}}}}, tree
    assert client.graph_why("one", "two")["path_length"] == 2
    try:
        client.navigate("onne")
        raise AssertionError("a name that is not there was found")
    except SMPError as error:
        assert error.code == Code.NOT_FOUND and error.data["suggestions"] == ["one"], error


http = HTTPClient(url)
use(http)
results = http.batch([("smp/trace", {"start": "two"}), ("smp/nothing", {})])
assert results[0]["total"] == 0 and results[1].code == Code.METHOD_NOT_FOUND, results
assert "two" in http.markdown("smp/trace", {"start": "one"})

told = []
with StdioClient([smp, "serve", "--stdio", "-q", "--repo", repository], lambda method, params: told.append(params["type"])) as stdio:
    assert stdio.index()["result"]["files"] == 1
    use(stdio)
assert "memory_updated" in told, told
