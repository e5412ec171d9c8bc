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
    deep = {}
    for _ in range(100):
        deep = {"deep": deep}
    too_large(lambda: client.call("smp/trace", deep))


def too_large(call):
    try:
        call()
        raise AssertionError("a message that is too large was taken")
    except SMPError as error:
        assert error.code == Code.TOO_LARGE, error


http = HTTPClient(url)
use(http)
results = http.batch([("smp/trace", {"start": "two"}), ("smp/nothing", {})])
assert results[0]["total"] == 0 and results[1].code == Code.METHOD_NOT_FOUND, results
too_large(lambda: http.batch([("smp/version", {})] * 300))
assert "two" in http.markdown("smp/trace", {"start": "one"})

told = []
with StdioClient([smp, "serve", "--stdio", "-q", "--repo", repository], lambda method, params: told.append(params["type"])) as stdio:
    assert stdio.index()["result"]["files"] == 1
    use(stdio)
assert "memory_updated" in told, told
