import type { AuditEvent, AuditRecord } from "../model/audit_record.ts";
import { isBroken, readClock } from "../runtime/clock.ts";

/** Creates a record of what the application itself did, with nothing else known. */
export function createRecord(event: AuditEvent): AuditRecord {
  const now = readClock();
  return {
    version: 1,
    id: crypto.randomUUID(),
    time: new Date(isBroken(now) ? 0 : now).toISOString(),
    event,
    result: "done",
    user: null,
    actor: null,
    by: "application",
    session: null,
    address: null,
    userAgent: null,
    provider: null,
    method: null,
    code: null,
    request: null,
    reference: null,
    details: {},
  };
}
