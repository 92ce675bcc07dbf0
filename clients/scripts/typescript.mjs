// A client of the official TypeScript packages, told line by line what to do.
//
// The one argument is JSON: the module to load, the era to speak, and either the command of a server or its address.
// Every line of standard input is a task, and gets one line of JSON back. What is decided here is nothing.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const setup = JSON.parse(process.argv[2]);
const beside = (path) => import(new URL(path, pathToFileURL(setup.module)));
const isFirst = setup.generation === 1;
const { Client } = await import(pathToFileURL(setup.module));

async function transport() {
	if (setup.url) {
		const { StreamableHTTPClientTransport } = await beside(isFirst ? "./streamableHttp.js" : "./index.mjs");
		const headers = setup.token ? { Authorization: `Bearer ${setup.token}` } : {};
		return new StreamableHTTPClientTransport(new URL(setup.url), { requestInit: { headers } });
	}
	const { StdioClientTransport } = await beside(isFirst ? "./stdio.js" : "./stdio.mjs");
	const { command, args, env, cwd } = setup;
	return new StdioClientTransport({ command, args, env, cwd });
}

const negotiation = isFirst ? {} : { versionNegotiation: { mode: setup.newer ? { pin: "2026-07-28" } : "legacy" } };
const client = new Client({ name: "reread-clients", version: "0" }, { capabilities: {}, ...negotiation });
const wire = await transport();
await client.connect(wire);

async function call({ tool, arguments: given }, options = {}) {
	const progress = [];
	options.onprogress = (step) => progress.push(step);
	const request = { name: tool, arguments: given };
	try {
		const result = await (isFirst ? client.callTool(request, undefined, options) : client.callTool(request, options));
		return { result, progress };
	} catch (error) {
		return { error: { code: error.code ?? null, message: String(error.message ?? error) }, progress };
	}
}

// Takes a call back as soon as it has been handed over, so that the server gets to see both.
function cancelled(task) {
	const taking = new AbortController();
	const send = wire.send.bind(wire);
	wire.send = (message, ...rest) => {
		const sent = send(message, ...rest);
		if (message.method === "tools/call") {
			wire.send = send;
			queueMicrotask(() => taking.abort("no longer needed"));
		}
		return sent;
	};
	return call(task, { signal: taking.signal });
}

const tasks = {
	about: async () => ({
		version: client.getNegotiatedProtocolVersion?.() ?? wire.protocolVersion ?? null,
		server: client.getServerVersion(),
		instructions: client.getInstructions(),
	}),
	list: async () => await client.listTools(),
	call,
	together: async ({ calls }) => ({ answers: await Promise.all(calls.map((one) => call(one))) }),
	cancelled,
};

for await (const line of createInterface({ input: process.stdin })) {
	const task = JSON.parse(line);
	console.log(JSON.stringify(await tasks[task.do](task)));
}
await client.close();
