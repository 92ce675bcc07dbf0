import { readFile } from "node:fs/promises";
import type { Logger } from "./logger.js";

export interface FeatureFlag {
  readonly name: string;
  readonly enabled: boolean;
  readonly rollout?: number;
  readonly owners: ReadonlyArray<string>;
}

type FlagFile = { version: 1; flags: FeatureFlag[] };

export class FlagStore {
  #flags = new Map<string, FeatureFlag>();

  constructor(private readonly path: string, private readonly logger: Logger) {}

  async reload(): Promise<number> {
    const text = await readFile(this.path, "utf8");
    const parsed: unknown = JSON.parse(text);
    if (!isFlagFile(parsed)) {
      throw new TypeError(`${this.path} does not hold feature flags`);
    }
    this.#flags = new Map(parsed.flags.map((flag) => [flag.name, flag]));
    this.logger.info({ count: this.#flags.size }, "flags reloaded");
    return this.#flags.size;
  }

  isEnabled(name: string, userId: string): boolean {
    const flag = this.#flags.get(name);
    if (flag === undefined || !flag.enabled) return false;
    if (flag.rollout === undefined || flag.rollout >= 100) return true;
    return bucketOf(`${name}:${userId}`) < flag.rollout;
  }
}

function isFlagFile(value: unknown): value is FlagFile {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as FlagFile).version === 1 &&
    Array.isArray((value as FlagFile).flags)
  );
}

/** A stable number between 0 and 99 for any key. */
function bucketOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) {
    hash ^= key.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash % 100;
}
