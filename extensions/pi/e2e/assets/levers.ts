// Test-only: slash commands for what pi's RPC mode has no command for.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** JSON null removes a message from the context, a JSON string replaces its text. */
const replacement = (json: string) => {
  const text: string | null = JSON.parse(json);
  return text === null ? null : { content: [{ type: "text" as const, text }] };
};

/** The first word and all that follows it. */
const split = (args: string): [string, string] => {
  const end = args.indexOf(" ");
  return end < 0 ? [args, ""] : [args.slice(0, end), args.slice(end + 1)];
};

export default function (pi: ExtensionAPI) {
  const edits: { targetId: (results: string[]) => string | undefined; replacement: ReturnType<typeof replacement> }[] = [];
  let altered: { tool: string; text: string } | undefined;

  pi.registerCommand("nav", {
    description: "<entry> [summary]: go on after that entry",
    handler: async (args, ctx) => {
      const [id, summary] = split(args);
      const { cancelled } = await ctx.navigateTree(id, { summarize: summary === "summary" });
      if (cancelled) throw new Error(`navigation to ${id} was cancelled`);
    },
  });
  pi.registerCommand("edit-context", {
    description: "<entry> <JSON>: edit that entry at the end of the next turn",
    handler: async (args) => {
      const [id, json] = split(args);
      edits.push({ targetId: () => id, replacement: replacement(json) });
    },
  });
  pi.registerCommand("edit-next-result", {
    description: "<index> <JSON>: edit a result of the next turn with results, at its end",
    handler: async (args) => {
      const [index, json] = split(args);
      edits.push({ targetId: (results) => results[Number(index)], replacement: replacement(json) });
    },
  });
  pi.registerCommand("alter-results", {
    description: "<tool> <JSON>: replace the text of all results of that tool",
    handler: async (args) => {
      const [tool, json] = split(args);
      altered = { tool, text: JSON.parse(json) };
    },
  });
  pi.registerCommand("leave-results", {
    description: "stop replacing results",
    handler: async () => {
      altered = undefined;
    },
  });

  pi.on("tool_result", (event) => {
    return event.toolName === altered?.tool ? { content: [{ type: "text", text: altered.text }] } : undefined;
  });
  pi.on("turn_end", (event) => {
    const drafts = [];
    for (const edit of edits.splice(0)) {
      const targetId = edit.targetId(event.toolResultEntryIds);
      if (targetId) drafts.push({ type: "context_edit" as const, targetId, replacement: edit.replacement });
      else edits.push(edit);
    }
    return drafts.length > 0 ? { entries: [...event.entries, ...drafts] } : undefined;
  });
}
