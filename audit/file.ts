/**
 * The audit trail in a file of JSON lines, on Node, Deno and Bun.
 *
 * @example
 * ```ts
 * import { createAuth } from "@latchkey/auth";
 * import { createAuditFile } from "@latchkey/auth/audit/file";
 *
 * const auth = createAuth({
 *   secret: "a random text of at least 32 characters",
 *   providers: [],
 *   audit: createAuditFile({ path: "/var/log/example/audit.jsonl" }),
 * });
 * ```
 *
 * @module
 */

import { type FileHandle, open } from "node:fs/promises";
import type { AuditSink } from "../core/config/audit_options.ts";
import type { AuditRecord } from "../core/model/audit_record.ts";

export type { AuditRecord, AuditSink };

/** Options of {@link createAuditFile}. */
export interface AuditFileOptions {
  /** The path of the file. It is created, for its owner only; its folder has to be there. */
  path: string;
  /**
   * Whether a record counts as stored only once the disk has it (`fdatasync`):
   * then it outlives a power cut, and each event waits for the disk. Without
   * it, a record outlives the process. Default false.
   */
  fsync?: boolean | undefined;
}

/**
 * Creates the sink of the option `audit` that appends each record to a file, as
 * a line of JSON. Several processes of one machine can share the file: it is
 * opened for appending (`O_APPEND`), and lines are written whole. It is opened
 * anew each time, so that it can be renamed at any moment, as for rotation; the
 * next record begins a new one.
 *
 * A line that is no JSON was being written when the disk was full or the
 * machine stopped; its record follows again if the process went on.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, readFile, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { createAuth } from "@latchkey/auth";
 * import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
 * import { createAuditFile } from "@latchkey/auth/audit/file";
 *
 * const folder = await mkdtemp(`${tmpdir()}/audit-`);
 * const path = `${folder}/audit.jsonl`;
 * const auth = createAuth({
 *   secret: "a random text of at least 32 characters",
 *   providers: [],
 *   adapter: createMemoryAdapter(),
 *   audit: createAuditFile({ path, fsync: true }),
 * });
 * await auth.revoke({ user: "42" });
 * const { event, user } = JSON.parse(await readFile(path, "utf8"));
 * assert.deepEqual([event, user], ["sessionRevoked", "42"]);
 * await rm(folder, { recursive: true });
 * ```
 */
export function createAuditFile(
  { path, fsync = false }: AuditFileOptions,
): AuditSink {
  /** Whether the last write failed, maybe within a line. */
  let isTorn = false;
  return async (records) => {
    const file = await open(path, "a", 0o600);
    try {
      if (records.length === 0) return;
      const lines = records.map((one) => `${JSON.stringify(one)}\n`).join("");
      const bytes = new TextEncoder().encode(isTorn ? `\n${lines}` : lines);
      isTorn = true;
      await writeWhole(file, bytes);
      if (fsync) await file.datasync();
      isTorn = false;
    } finally {
      await file.close();
    }
  };
}

/** Writes bytes by one call, unless the disk takes only a part of them. */
async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at);
    at += bytesWritten;
  }
}
