import type { Adapter } from "../model/adapter.ts";
import type { AuditRecord } from "../model/audit_record.ts";
import type { Awaitable } from "../model/model.ts";

/**
 * Stores records of the audit trail, and returns when they are stored. One that
 * throws, or takes too long, gets the same records again. An empty list asks
 * whether it could store any.
 */
export type AuditSink = (
  records: readonly AuditRecord[],
) => Awaitable<unknown>;

/** Options of the audit trail. */
export interface AuditOptions {
  /**
   * Where records go: a function; or `adapter`, a table of the adapter, which
   * needs `addAuditRecords`. `createAuditFile` of `@latchkey/auth/audit/file`
   * makes a function that writes a file.
   */
  sink: AuditSink | "adapter";
  /**
   * What happens while the sink fails or hangs. `buffer`: everything goes on,
   * and up to 1000 records wait in memory. `refuse`: nobody can sign in, and
   * nothing about an account is changed; such a request gets 503. Signing out
   * always works. Default `buffer`.
   */
  whenDown?: "buffer" | "refuse" | undefined;
  /** Seconds that the sink may take. Default 2. */
  timeout?: number | undefined;
  /**
   * Keeps the process alive until records that waited are stored, on platforms
   * that stop it after an answer: `waitUntil` of `cloudflare:workers` or
   * `@vercel/functions`. Default: nothing does.
   */
  waitUntil?: ((work: Promise<unknown>) => unknown) | undefined;
}

/** The audit trail of a configuration, with every default filled in. */
export interface AuditSettings {
  readonly write: AuditSink;
  /** What stands for the sink: configurations with the same one share a trail. */
  readonly owner: object;
  readonly refuses: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  readonly waitUntil: ((work: Promise<unknown>) => unknown) | null;
}

/** Reads where the audit trail goes; null: nowhere. Its mistakes are reported later, by `reportAudit`. */
export function readAudit(
  audit: AuditSink | "adapter" | AuditOptions | undefined,
  adapter: Adapter | null,
): AuditSettings | null {
  const { sink, whenDown, timeout = 2, waitUntil = null } =
    typeof audit === "object" ? audit : { sink: audit };
  const isTable = sink === "adapter";
  const write: unknown = isTable
    ? adapter?.addAuditRecords?.bind(adapter)
    : sink;
  if (typeof write !== "function") return null;
  return {
    write: write as AuditSink,
    owner: isTable && adapter !== null ? adapter : write,
    refuses: whenDown === "refuse",
    timeout: 1000 * timeout,
    waitUntil,
  };
}
