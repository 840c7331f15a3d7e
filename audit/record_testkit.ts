/** For tests only: records of the audit trail. */

import type { AuditRecord } from "@latchkey/auth";

/** Makes a record of a minute of an hour. */
export function makeRecord(
  minute: number,
  more: Partial<AuditRecord> = {},
): AuditRecord {
  return {
    version: 1,
    id: crypto.randomUUID(),
    time: new Date(1_800_000_000_000 + minute * 60_000).toISOString(),
    event: "signIn",
    result: "done",
    user: "ann",
    actor: "ann",
    by: "user",
    session: null,
    address: "2001:db8::1",
    userAgent: "a browser",
    provider: "op",
    method: "oidc",
    code: null,
    request: null,
    reference: null,
    details: {},
    ...more,
  };
}
