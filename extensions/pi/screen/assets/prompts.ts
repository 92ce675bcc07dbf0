// For tests: the model plays scripts that it finds in prompts, and a person types words. The words stay on the screen
// and in the session; on the way to the model their script takes their place.
import { readFileSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI) {
	const scripts: Record<string, string> = JSON.parse(readFileSync(process.env.PROMPTS as string, "utf8"));
	const translated = (part: any) => (part.type === "text" ? { ...part, text: scripts[part.text] ?? part.text } : part);
	pi.on("context", ({ messages }) => ({
		messages: messages.map((message: any) => {
			if (message.role !== "user") return message;
			const { content } = message;
			if (typeof content === "string") return { ...message, content: scripts[content] ?? content };
			return { ...message, content: content.map(translated) };
		}),
	}));
}
