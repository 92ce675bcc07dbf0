"""A client of the official Python package, told line by line what to do.

The one argument is JSON: the era to speak, and either the command of a server or its address. Every line of standard
input is a task, and gets one line of JSON back. What is decided here is nothing.
"""

import json
import sys
from contextlib import asynccontextmanager

import anyio
import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

SETUP = json.loads(sys.argv[1])


class Watched:
    """A stream to the server that tells when a call has been handed over."""

    def __init__(self, stream):
        self.stream = stream
        self.called = anyio.Event()

    def __getattr__(self, name):
        return getattr(self.stream, name)

    async def __aenter__(self):
        await self.stream.__aenter__()
        return self

    async def __aexit__(self, *error):
        return await self.stream.__aexit__(*error)

    async def send(self, message):
        await self.stream.send(message)
        if getattr(message.message, "method", None) == "tools/call":
            self.called.set()


@asynccontextmanager
async def connected(hold):
    if "url" in SETUP:
        headers = {"Authorization": f"Bearer {SETUP['token']}"} if SETUP.get("token") else {}
        async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
            async with streamable_http_client(SETUP["url"], http_client=http) as (read, write, *_):
                hold.append(Watched(write))
                yield read, hold[0]
    else:
        server = StdioServerParameters(**{name: SETUP[name] for name in ("command", "args", "env", "cwd")})
        async with stdio_client(server) as (read, write):
            hold.append(Watched(write))
            yield read, hold[0]


async def call(client, task):
    progress = []

    async def step(done, total, message):
        progress.append({"progress": done, "total": total, "message": message})

    try:
        result = await client.call_tool(task["tool"], task["arguments"], progress_callback=step)
        return {"result": plain(result), "progress": progress}
    except MCPError as error:
        return {"error": {"code": error.error.code, "message": error.error.message}, "progress": progress}


async def together(client, task):
    answers = [None] * len(task["calls"])

    async def one(index, wanted):
        answers[index] = await call(client, wanted)

    async with anyio.create_task_group() as group:
        for index, wanted in enumerate(task["calls"]):
            group.start_soon(one, index, wanted)
    return {"answers": answers}


async def cancelled(client, wire, task):
    """Takes a call back as soon as it has been handed over, so that the server gets to see both."""
    wire.called = anyio.Event()
    answer = {"error": {"code": None, "message": "cancelled"}}

    async def wanted():
        nonlocal answer
        answer = await call(client, task)

    async with anyio.create_task_group() as group:
        group.start_soon(wanted)
        await wire.called.wait()
        group.cancel_scope.cancel()
    return answer


def plain(value):
    return value.model_dump(by_alias=True, mode="json", exclude_none=True)


async def main():
    hold = []
    mode = "auto" if SETUP["newer"] else "legacy"
    async with Client(connected(hold), mode=mode) as client:
        lines = anyio.wrap_file(sys.stdin)
        async for line in lines:
            task = json.loads(line)
            match task["do"]:
                case "about":
                    server = plain(client.server_info) if client.server_info else None
                    answer = {
                        "version": client.protocol_version,
                        "server": server,
                        "instructions": client.instructions,
                    }
                case "list":
                    answer = plain(await client.list_tools())
                case "call":
                    answer = await call(client, task)
                case "together":
                    answer = await together(client, task)
                case "cancelled":
                    answer = await cancelled(client, hold[0], task)
            print(json.dumps(answer), flush=True)


anyio.run(main)
