// The `reread pi` process: lines of JSON both ways, raw frames behind some of ours. It is started when it is first
// needed, keeps Node alive only while an answer is due, and is started anew after it died.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createRequire } from "node:module";
import type { Readable, Writable } from "node:stream";

const PROTOCOL = 1;
const PATIENCE_MS = 2000;
/** After so many failures in a row the extension no longer waits for it. */
const MOST_FAILURES = 3;

const REMEDY = "Install it, or name it in REREAD_BIN; then /reload.";

type Reply = Record<string, any>;
type Child = ChildProcessByStdio<Writable, Readable, null>;
type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

export class Companion {
	/** Whether the user switched it off. */
	isOff = false;
	/** Longer files are of no interest to it. */
	maxBytes = 0;
	/** The entries that were sent to the running process. */
	readonly sent = new Set<string>();
	#child?: Child;
	#waiting = new Map<number, Waiting>();
	#lastId = 0;
	#failures = 0;

	get isRunning(): boolean {
		return this.#child !== undefined;
	}

	/** Starts the process in a folder, unless it runs. */
	start(cwd: string): void {
		if (this.#child || this.isOff || this.#failures >= MOST_FAILURES) return;
		const child = spawn(program(), ["pi"], { cwd, stdio: ["pipe", "pipe", "ignore"] });
		this.#child = child;
		const lost = (why: string, cause?: string) => {
			if (this.#child === child) this.#end(new Error(why, { cause }));
		};
		child.on("error", ({ code }: NodeJS.ErrnoException) => lost(`cannot start reread (${code})`, REMEDY));
		// What it said last has been heard by then.
		child.on("close", () => lost("reread ended"));
		child.stdin.on("error", () => {});
		let rest = "";
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			const lines = (rest + text).split("\n");
			rest = lines.pop() ?? "";
			try {
				for (const line of lines) this.#hear(JSON.parse(line));
			} catch (error) {
				lost(error instanceof Error ? error.message : String(error));
			}
		});
		this.#hold(false);
	}

	/** Asks, and waits for the answer. */
	ask(message: object, frames: Buffer[] = []): Promise<Reply> {
		const id = ++this.#lastId;
		return new Promise((resolve, reject) => {
			if (!this.#child) return reject(new Error("reread does not run"));
			const timer = setTimeout(() => this.#end(new Error("reread does not answer")), PATIENCE_MS);
			this.#waiting.set(id, { resolve, reject, timer });
			this.#hold(true);
			this.tell({ ...message, id, frames: frames.map((frame) => frame.length) });
			for (const frame of frames) this.#child?.stdin.write(frame);
		});
	}

	/** Says something that needs no answer. */
	tell(message: object): void {
		this.#child?.stdin.write(`${JSON.stringify(message)}\n`);
	}

	/** Lets the process end: what it keeps for next time may still have to be written. */
	stop(): void {
		this.#hold(false);
		this.#child?.stdin.end();
		this.#child = undefined;
		this.#end(new Error("the session ended"));
	}

	#hear(reply: Reply): void {
		if (reply.protocol !== undefined) {
			this.isOff = reply.off === true;
			this.maxBytes = reply.max_bytes ?? 0;
			if (reply.protocol !== PROTOCOL) throw new Error(`reread ${reply.version} speaks another language`);
			if (reply.error) throw new Error(reply.error);
			return;
		}
		const waiting = this.#waiting.get(reply.id);
		if (!waiting) return;
		this.#waiting.delete(reply.id);
		clearTimeout(waiting.timer);
		if (this.#waiting.size === 0) this.#hold(false);
		this.#failures = 0;
		if (reply.error) waiting.reject(new Error(reply.error));
		else waiting.resolve(reply);
	}

	#end(why: Error): void {
		if (this.#child && !this.isOff) this.#failures += 1;
		this.#hold(false);
		// One that hangs may be deaf to anything else, and what it keeps is written as a whole or not at all.
		this.#child?.kill("SIGKILL");
		this.#child = undefined;
		this.sent.clear();
		for (const { timer, reject } of this.#waiting.values()) {
			clearTimeout(timer);
			reject(why);
		}
		this.#waiting.clear();
	}

	/** In some modes nothing else keeps Node alive while an answer is due. */
	#hold(isDue: boolean): void {
		const child = this.#child;
		for (const part of [child, child?.stdin, child?.stdout] as any[]) isDue ? part?.ref?.() : part?.unref?.();
	}
}

/** Named by REREAD_BIN, brought by the package for this platform, or found on PATH. */
export function program(): string {
	if (process.env.REREAD_BIN) return process.env.REREAD_BIN;
	const name = process.platform === "win32" ? "reread.exe" : "reread";
	try {
		return createRequire(import.meta.url).resolve(`pi-reread-${process.platform}-${process.arch}/bin/${name}`);
	} catch {
		return name;
	}
}
