// What people ask for in pi: commands of the `reread` program, run for them. What it says is shown as it is, and what
// would change a file is shown before anybody is asked.
import { spawn } from "node:child_process";
import type { ExtensionAPI, ExtensionCommandContext, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { program } from "./companion.ts";
import { completions, found } from "./names.ts";

/** How the program leaves: all is done, or there was nothing to find. */
const DONE = 0;
const NOTHING = 1;

type Status = (ctx: ExtensionContext) => Promise<string>;

/** Registers the commands. `status` says what the model holds. */
export function register(pi: ExtensionAPI, cwd: () => string, status: Status): void {
	const getArgumentCompletions = (prefix: string) => completions(prefix, cwd());
	pi.registerCommand("files", {
		description: "List files: /files [glob]",
		handler: (words, ctx) => show(["files", "-n", "100", "--", ...given(words)], ctx),
	});
	pi.registerCommand("open", {
		description: "Show a file: /open <path>[:line]",
		getArgumentCompletions,
		handler: async (words, ctx) => {
			if (!words.trim()) return tell("usage: /open <path>[:line]", "error", ctx);
			await show(["open", "--", ...given(words)], ctx);
		},
	});
	pi.registerCommand("patch", {
		description: "Apply a patch: /patch [file or text]",
		getArgumentCompletions,
		handler: patch,
	});
	pi.registerCommand("stats", {
		description: "What reading and writing came to",
		handler: async (_words, ctx) => {
			const held = await status(ctx).catch((error) => `pi-reread: ${error.message}`);
			const counted = await run(["stats", "files", "-n", "10"], ctx).catch(() => undefined);
			tell(counted?.code === DONE ? `${held}\n\n${counted.said}` : held, "info", ctx);
		},
	});
}

/** Shows what a patch would do, asks, and does it. The patch is in a file, in the words themselves, or typed now. */
async function patch(words: string, ctx: ExtensionCommandContext): Promise<void> {
	const named = words.trim();
	const text = named || (ctx.hasUI ? await ctx.ui.editor("The patch to apply") : undefined);
	if (!text) return tell("usage: /patch <file or text>", "error", ctx);
	const isFile = named !== "" && !named.includes("\n") && (await found(named, ctx)).exists;
	const [from, input] = isFile ? [named, undefined] : ["-", `${text}\n`];
	await said(async () => {
		const shown = await run(["patch", "--dry-run", "--", from], ctx, input);
		tell(shown.said, shown.code === DONE ? "info" : "error", ctx);
		if (shown.code !== DONE || !ctx.hasUI) return;
		if (!(await ctx.ui.confirm("Apply this patch?", "Its files are written, and `reread undo` takes it back."))) return;
		const applied = await run(["patch", "--", from], ctx, input);
		tell(applied.said, applied.code === DONE ? "info" : "error", ctx);
	}, ctx);
}

async function show(words: string[], ctx: ExtensionContext): Promise<void> {
	await said(async () => {
		const { said, code } = await run(words, ctx);
		tell(said, code === DONE || code === NOTHING ? "info" : "error", ctx);
	}, ctx);
}

async function said(work: () => Promise<void>, ctx: ExtensionContext): Promise<void> {
	await work().catch((error) => tell(`pi-reread: cannot run reread (${error.code ?? error.message})`, "error", ctx));
}

/** What follows a command, if anything does. */
function given(words: string): string[] {
	return words.trim() ? [words.trim()] : [];
}

/** Runs a command of the program in the folder of the session. */
function run(words: string[], { cwd }: ExtensionContext, input = ""): Promise<{ said: string; code: number | null }> {
	return new Promise((resolve, reject) => {
		const child = spawn(program(), words, { cwd, stdio: "pipe" });
		let said = "";
		for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
		child.on("error", reject);
		child.on("close", (code) => resolve({ said: visible(said.trimEnd()), code }));
		child.stdin.on("error", () => {}).end(input);
	});
}

/** What a file says must not move the cursor or hide what stands beside it. */
function visible(text: string): string {
	const escaped = (found: string) => `\\u{${found.codePointAt(0)?.toString(16)}}`;
	return text.replaceAll("\r\n", "\n").replace(/[^\P{C}\n\t]/gu, escaped);
}

/** Shows the user something; without a user interface, it is printed. */
export function tell(words: string, kind: "info" | "warning" | "error", ctx: ExtensionContext): void {
	if (ctx.hasUI) ctx.ui.notify(words, kind);
	else if (kind === "info" && ctx.mode === "print") console.log(words);
	else console.error(words);
}
