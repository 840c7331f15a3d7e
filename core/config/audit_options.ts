import type { Adapter } from "../model/adapter.ts";
import type { AuditRecord } from "../model/audit_record.ts";
import type { Awaitable } from "../model/model.ts";
import type { AuthConfig } from "./config.ts";
import { closed, oneOf, or, type Report, seconds, valid } from "./rules.ts";

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

const MUST =
  'be a function, "adapter", or an object with such a `sink` and options';

const sink = valid<AuditSink | "adapter" | null>(
  null,
  'be a function, or "adapter"',
  (value) => typeof value === "function" || value === "adapter",
);

const readOption = closed({
  sink,
  whenDown: oneOf(["buffer", "refuse"], "buffer"),
  timeout: seconds(2, 60),
  waitUntil: or(
    null,
    null,
    valid<AuditSettings["waitUntil"]>(
      null,
      "be a function",
      (value) => typeof value === "function",
    ),
  ),
}, MUST);

/** Reads where the audit trail goes; null: nowhere. */
export function readAudit(
  { audit }: AuthConfig,
  adapter: Adapter | null,
  report: Report,
): AuditSettings | null {
  if (audit === undefined) return null;
  const isSink = typeof audit === "function" || audit === "adapter";
  const given = isSink ? { sink: audit } : audit;
  const { sink, whenDown, timeout, waitUntil } = readOption(
    given,
    "audit",
    report,
  );
  const to = sink === "adapter" ? toAdapterSink(adapter, report) : sink;
  if (to === null) {
    if (sink === null) report(`\`audit\` must ${MUST}.`);
    return null;
  }
  return {
    write: to,
    owner: sink === "adapter" && adapter !== null ? adapter : to,
    refuses: whenDown === "refuse",
    timeout: 1000 * timeout,
    waitUntil,
  };
}

function toAdapterSink(
  adapter: Adapter | null,
  report: Report,
): AuditSink | null {
  if (typeof adapter?.addAuditRecords === "function") {
    return (records) => adapter.addAuditRecords?.(records);
  }
  report('`audit` "adapter" needs an `adapter` with `addAuditRecords`.');
  return null;
}
