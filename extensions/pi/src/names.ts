// Which file a name means. How a name is taken apart is the companion's to say, and what exists is looked up by pi's
// own rules.
import { constants } from "node:fs";
import { access, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createReadToolDefinition, type ExtensionContext, type ReadToolInput } from "@earendil-works/pi-coding-agent";
import type { Companion } from "./companion.ts";

/** What pi hands to a tool, which is more than it hands to a command. */
export type ToolContext = Parameters<ReturnType<typeof createReadToolDefinition>["execute"]>[4];

/** A call that cannot be meant as it was written. */
export class BadCall extends Error {}

/** What the model asks for: a name may have lines behind it. */
export async function meant(params: ReadToolInput, companion: Companion, ctx: ExtensionContext): Promise<ReadToolInput> {
	const { path, offset, limit } = params;
	companion.start(ctx.cwd);
	const lines_given = offset !== undefined || limit !== undefined;
	const { candidates } = await companion.ask({ op: "resolve", path, lines_given });
	for (const { problem, ...asked } of candidates.length > 1 ? candidates : []) {
		if (!(await found(asked.path, ctx)).exists) continue;
		if (problem) throw new BadCall(problem);
		return asked;
	}
	return params;
}

/** The file that pi takes a name for, and whether it is there. */
export async function found(path: string, ctx: ExtensionContext): Promise<{ file: string; exists: boolean }> {
	const answer = { file: path, exists: false };
	const operations = {
		access: async (name: string) => {
			answer.file = name;
			await access(name, constants.F_OK);
			answer.exists = true;
			throw new Error("this was only a question");
		},
		readFile: (name: string) => readFile(name),
	};
	const question = createReadToolDefinition(ctx.cwd, { operations });
	await question.execute("", { path }, undefined, undefined, ctx as ToolContext).catch(() => {});
	return answer;
}

/** Names in a folder that begin like this. */
export async function completions(prefix: string, cwd: string) {
	const folder = prefix.endsWith("/") ? prefix : dirname(prefix);
	const found = await readdir(join(cwd, folder), { withFileTypes: true }).catch(() => []);
	const names = found.map((name) => join(folder, name.name) + (name.isDirectory() ? "/" : ""));
	return names.filter((name) => name.startsWith(prefix)).sort().map((name) => ({ value: name, label: name }));
}
