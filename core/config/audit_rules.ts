/**
 * The rules of the option `audit`, which reading a session does not need.
 *
 * @module
 */

import { closed, oneOf, type Report, seconds, valid } from "./rules.ts";
import type { Settings } from "./settings.ts";

const sink = valid<unknown>(
  null,
  'be a function, or "adapter"',
  (value) => typeof value === "function" || value === "adapter",
);

const readOptions = closed({
  sink,
  whenDown: oneOf(["buffer", "refuse"], "buffer"),
  timeout: seconds(2, 60),
  waitUntil: valid<unknown>(
    null,
    "be a function",
    (value) => value === null || typeof value === "function",
  ),
}, 'be a function, "adapter", or an object with such a `sink` and options');

/** Reports the mistakes in where the audit trail goes. */
export function reportAudit({ config, adapter }: Settings, report: Report) {
  const audit: unknown = config.audit;
  if (audit === undefined) return;
  const isSink = typeof audit === "function" || audit === "adapter";
  const given = isSink ? { sink: audit } : audit;
  const read = readOptions(given, "audit", report);
  if (
    read.sink === null && typeof audit === "object" &&
    !Object.hasOwn(audit ?? {}, "sink")
  ) {
    report('`audit` needs a `sink`: a function, or "adapter".');
  }
  if (read.sink !== "adapter") return;
  if (typeof adapter?.addAuditRecords === "function") return;
  report('`audit` "adapter" needs an `adapter` with `addAuditRecords`.');
}
