// Entries and messages without their texts: what the companion has to know of them, and no more.
import { createHash } from "node:crypto";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

type Session = ExtensionContext["sessionManager"];

/** The entries of the active branch that were not sent yet, oldest first. They count as sent from now on. */
export function unsent(session: Session, sent: Set<string>, digests: Digests): object[] {
	const entries: object[] = [];
	for (let id = session.getLeafId(); id && !sent.has(id); ) {
		const entry: any = session.getEntry(id);
		if (!entry) break;
		sent.add(id);
		entries.push(distilled(entry, digests));
		id = entry.parentId;
	}
	return entries.reverse();
}

/** An entry as pi writes it, with a digest in place of its text. */
function distilled({ type, id, parentId, targetId, customType, data, message }: any, digests: Digests): object {
	const own = customType === "pi-readcache" ? { data } : {};
	return { type, id, parentId, targetId, customType, ...own, message: message && distilledMessage(message, digests) };
}

function distilledMessage({ role, toolCallId, toolName, isError, content, details }: any, digests: Digests): object {
	if (role === "assistant") return { role, content: calls(content) };
	if (role !== "toolResult" || toolName !== "read") return { role, toolCallId, toolName, isError };
	return {
		role,
		toolCallId,
		toolName,
		isError,
		contentDigest: digests.of(toolCallId, content),
		contentLength: textOf(content)?.length,
		contentLines: textOf(content)?.split("\n").length,
		details: { readcache: details?.readcache, truncation: withoutContent(details?.truncation) },
	};
}

function calls(content: any): any[] {
	if (!Array.isArray(content)) return [];
	const short = ({ type, id, name, arguments: given }: any) => ({ type, id, name, arguments: { path: given?.path } });
	return content.filter((block) => block?.type === "toolCall").map(short);
}

/** The results of reads among messages, as the model was sent them: call and digest. */
export function readResults(messages: any[], digests: Digests): [string, string | undefined][] {
	const isRead = ({ role, toolName }: any) => role === "toolResult" && toolName === "read";
	return messages.filter(isRead).map(({ toolCallId, content }) => [toolCallId, digests.of(toolCallId, content)]);
}

/** pi repeats the whole text there. */
export function withoutContent(truncation: any): object | undefined {
	return truncation && { ...truncation, content: undefined };
}

/** The text of a content that is one text and nothing else. */
export function textOf(content: any): string | undefined {
	const isText = Array.isArray(content) && content.length === 1 && content[0]?.type === "text";
	return isText ? content[0].text : undefined;
}

/** Digests of contents that are one text and nothing else. A result is in many requests: each text is hashed once. */
export class Digests {
	#known = new Map<string, { text: string; digest: string }>();

	of(call: string, content: any): string | undefined {
		const text = textOf(content);
		if (text === undefined) return undefined;
		let known = this.#known.get(call);
		if (known?.text !== text) {
			known = { text, digest: createHash("sha256").update(text, "utf8").digest("hex") };
			this.#known.set(call, known);
		}
		return known.digest;
	}
}
