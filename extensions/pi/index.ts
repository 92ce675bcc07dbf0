// pi-reread: pi's `read`, without sending the same text twice. What stands in place of a text, and why, is decided by
// the `reread` program; here calls and answers are carried between the two. Whenever it cannot answer, pi does.
import { constants } from "node:fs";
import { access, readFile, realpath } from "node:fs/promises";
import {
	createReadToolDefinition,
	detectSupportedImageMimeTypeFromFile,
	type ExtensionAPI,
	type ExtensionContext,
	type ReadToolInput,
} from "@earendil-works/pi-coding-agent";
import { Companion } from "./src/companion.ts";
import { Digests, readResults, textOf, unsent, withoutContent } from "./src/entries.ts";
import { BadCall, completions, found, meant, type ToolContext } from "./src/names.ts";
import { register, tell } from "./src/people.ts";

export default function (pi: ExtensionAPI) {
	const companion = new Companion();
	const digests = new Digests();
	const nested = new Set<string>();
	/** Whether another tool made the call, by its event or by its name. */
	const isNested = (call: string) => nested.has(call) || /\/\d+$/.test(call);
	let context: { leaf: string | null; messages: unknown[] } | undefined;
	let cwd = process.cwd();
	let isWarned = false;

	function warn(error: unknown, ctx: ExtensionContext) {
		if (isWarned || companion.isOff) return;
		isWarned = true;
		const { message, cause } = error as Error;
		tell(`pi-reread: ${message}; pi reads by itself${cause ? `\n${cause}` : ""}`, "warning", ctx);
	}

	/** Hands over what is new on the active branch, and what the model was last sent. */
	function handOver({ sessionManager: session, cwd }: ExtensionContext) {
		companion.start(cwd);
		const entries = unsent(session, companion.sent, digests);
		const sent = context && { leaf: context.leaf, reads: readResults(context.messages, digests) };
		context = undefined;
		companion.tell({
			op: "branch",
			session: session.getSessionId(),
			version: session.getHeader()?.version,
			cwd,
			entries,
			leaf: session.getLeafId(),
			context: sent,
		});
	}

	async function read(id: string, params: ReadToolInput, signal: any, onUpdate: any, ctx: ToolContext): Promise<any> {
		const execute = (asked: ReadToolInput) => observed(id, asked, signal, onUpdate, ctx);
		// Most names have but one meaning: pi reads while that is found out.
		const early = execute(params);
		early.catch(() => {});
		const asked = await meant(params, companion, ctx).catch((error) => {
			if (error instanceof BadCall) throw error;
			warn(error, ctx);
		});
		if (!asked) return (await early).shown;
		const { shown, file, real, bytes } = await (asked === params ? early : execute(asked));
		try {
			if (companion.isOff || bytes.length > companion.maxBytes) return shown;
			handOver(ctx);
			const text = textOf(shown.content);
			const shownBytes = text === undefined ? undefined : Buffer.from(text, "utf8");
			const isAll = shownBytes?.equals(bytes) ?? false;
			const frames = !shownBytes ? [] : isAll ? [bytes] : [bytes, shownBytes];
			const { metadata, text: short } = await companion.ask(
				{
					op: "read",
					call: id,
					file,
					real,
					name: asked.path,
					offset: asked.offset,
					limit: asked.limit,
					truncation: withoutContent(shown.details?.truncation),
				},
				frames,
			);
			if (!metadata) return shown;
			if (short === undefined) return { ...shown, details: { ...shown.details, readcache: metadata } };
			const structured = "structuredContent" in shown ? { structuredContent: short } : {};
			return { ...shown, ...structured, content: [{ type: "text", text: short }], details: { readcache: metadata } };
		} catch (error) {
			warn(error, ctx);
			return shown;
		}
	}

	/** pi's own answer, with the file that it is about and the bytes that it was made of. */
	async function observed(id: string, asked: ReadToolInput, signal: any, onUpdate: any, ctx: ToolContext) {
		let file = "";
		let real: Promise<string | undefined> | undefined;
		let bytes = Buffer.alloc(0);
		const operations = {
			access: (path: string) => access(path, constants.R_OK),
			detectImageMimeType: detectSupportedImageMimeTypeFromFile,
			readFile: async (path: string) => {
				file = path;
				real = realpath(path).catch(() => undefined);
				bytes = await readFile(path);
				return bytes;
			},
		};
		const own = createReadToolDefinition(ctx.cwd, { operations });
		const shown: any = await own.execute(id, asked, signal, onUpdate, ctx);
		return { shown, file, real: await real, bytes };
	}

	/** Makes the next read of a file, or of lines of it, show the text. */
	async function refresh(params: ReadToolInput, ctx: ExtensionContext, signal?: AbortSignal): Promise<string> {
		const { path, offset, limit } = await meant(params, companion, ctx);
		const { file } = await found(path, ctx);
		const bytes = await readFile(file, { signal }).catch(() => undefined);
		signal?.throwIfAborted();
		handOver(ctx);
		const asked = { op: "refresh", file, name: path, offset, limit, at: Date.now() };
		const reply = await companion.ask(asked, bytes ? [bytes] : []);
		pi.appendEntry("pi-readcache", reply.data);
		return reply.say;
	}

	/** What the model holds, in words. */
	async function status(ctx: ExtensionContext): Promise<string> {
		handOver(ctx);
		return (await companion.ask({ op: "status" })).say;
	}

	/** Shows the user what came of a command. */
	async function say(words: Promise<string>, ctx: ExtensionContext) {
		await words.then(
			(said) => tell(said, "info", ctx),
			(error) => tell(`pi-reread: ${error.message}`, "error", ctx),
		);
	}

	pi.on("session_start", (_event, ctx) => {
		cwd = ctx.cwd;
	});
	pi.on("session_shutdown", () => companion.stop());
	pi.on("context_with_system", ({ messages }, ctx) => {
		context = { leaf: ctx.sessionManager.getLeafId(), messages };
	});
	// A script is owed the text: calls that other tools make are left to pi.
	pi.on("tool_call", (event: any) => {
		if (event.parentToolCallId) nested.add(event.toolCallId);
	});
	pi.on("tool_execution_end", ({ toolName, toolCallId, result, isError }) => {
		const isOurs = toolName === "read" && !isNested(toolCallId);
		nested.delete(toolCallId);
		if (!isOurs || !companion.isRunning) return;
		const content = isError ? undefined : digests.of(toolCallId, result?.content);
		companion.tell({ op: "delivered", call: toolCallId, content });
	});

	const own = createReadToolDefinition(cwd);
	pi.registerTool({
		...own,
		execute: (id, params, signal, onUpdate, ctx) =>
			isNested(id)
				? createReadToolDefinition(ctx.cwd).execute(id, params, signal, onUpdate, ctx)
				: read(id, params, signal, onUpdate, ctx),
	});
	pi.registerTool({
		name: "readcache_refresh",
		label: "readcache_refresh",
		description: "Make the next read of a file, or of lines of it, return its text instead of a [readcache: ...] marker or diff.",
		parameters: own.parameters,
		execute: async (_id, params, signal, _onUpdate, ctx) => ({
			content: [{ type: "text", text: await refresh(params, ctx, signal) }],
			details: {},
		}),
	});
	pi.registerCommand("readcache-refresh", {
		description: "Show a file again at its next read",
		getArgumentCompletions: (prefix) => completions(prefix, cwd),
		handler: async (words, ctx) => {
			const whole = words.trim();
			if (!whole) return tell("usage: /readcache-refresh <path> [start-end]", "error", ctx);
			const named = (await found(whole, ctx)).exists ? whole : whole.replace(/\s+(\d+(-\d+)?)$/, ":$1");
			await say(refresh({ path: named }, ctx), ctx);
		},
	});
	pi.registerCommand("readcache-status", {
		description: "What the model holds; tokens saved",
		handler: (_words, ctx) => say(status(ctx), ctx),
	});
	register(pi, () => cwd, status);
}
