import { createMemoryStore } from "../../mod.ts";
import type { Size } from "./data.ts";
import type { Subject } from "./subject.ts";

/** Returns a memory store. Its sessions and users would be those of tests. */
export function fillMemory(size: Size): Promise<Subject> {
  const adapter = {};
  return Promise.resolve({
    size,
    adapter,
    store: createMemoryStore(),
    reader: adapter,
    bytes: 0,
    undo: (_, work) => work(),
    close: () => Promise.resolve(),
  });
}
