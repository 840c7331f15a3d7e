import type {
  AuditQuery,
  AuditRecord,
  AuditRemoval,
  AuditTable,
} from "../../core/model/audit_record.ts";
import { insertInto, type Sql, toParams } from "./sql.ts";

/** The columns of the audit trail. The record is JSON; the others are for searching. */
export const auditColumns = [
  "id",
  "time",
  "user",
  "event",
  "record",
] as const;

/** A field of a row of the audit trail. */
export type AuditField = typeof auditColumns[number];

/** Methods for the audit trail. */
export function createAuditMethods(sql: Sql): Required<AuditTable> {
  return {
    addAuditRecords: createAdd(sql),
    listAuditRecords: createList(sql),
    removeAuditRecords: createRemove(sql),
  };
}

/** Adds one row after another: a call with several is rare, and can be repeated. */
function createAdd(sql: Sql): Required<AuditTable>["addAuditRecords"] {
  const { audit } = sql.tables;
  // Without a target, it needs no right to read.
  const insert = `${insertInto(audit, auditColumns)} ON CONFLICT DO NOTHING`;
  // Fails for whoever may not write here, and changes nothing.
  const id = audit.column("id");
  const nothing = `INSERT INTO ${audit.name} (${id}) SELECT '' WHERE 1 = 0`;
  return async (records) => {
    if (records.length === 0) await sql.write(nothing, []);
    for (const one of records) {
      const { id, time, user, event } = one;
      const row = { id, time, user, event, record: JSON.stringify(one) };
      await sql.write(insert, toParams(audit, auditColumns, row));
    }
  };
}

/** The time that every record is before. */
const END = "9999";

function createList(sql: Sql): Required<AuditTable>["listAuditRecords"] {
  const { audit } = sql.tables;
  const [time, id] = [audit.column("time"), audit.column("id")];
  const ofUser = `${audit.column("user")} = $4 AND `;
  return ({ userId, after, limit }: AuditQuery) =>
    sql.readPlanned(
      `SELECT ${audit.column("record")} AS "record" FROM ${audit.name} WHERE ${
        userId === undefined ? "" : ofUser
      }${
        // The first condition is the one that an index can use.
        time} <= $1 AND (${time} < $1 OR ${id} < $2) ` +
        `ORDER BY ${time} DESC, ${id} DESC LIMIT $3`,
      [
        after?.time ?? END,
        after?.id ?? "",
        limit,
        ...userId === undefined ? [] : [userId],
      ],
      (rows) =>
        rows.map(({ record }) => JSON.parse(String(record)) as AuditRecord),
    );
}

function createRemove(sql: Sql): Required<AuditTable>["removeAuditRecords"] {
  const { audit } = sql.tables;
  const [time, id] = [audit.column("time"), audit.column("id")];
  const ofUser = `${audit.column("user")} = $3 AND `;
  return ({ userId, before, limit }: AuditRemoval) => {
    const due = `SELECT ${id} FROM ${audit.name} WHERE ${
      userId === undefined ? "" : ofUser
    }${time} < $1 ORDER BY ${time} LIMIT $2`;
    return sql.readPlanned(
      `DELETE FROM ${audit.name} WHERE ${id} IN (${due}) RETURNING ${id}`,
      [
        before?.toISOString() ?? END,
        limit,
        ...userId === undefined ? [] : [userId],
      ],
      (rows) => rows.length,
    );
  };
}

/** Returns the statements that create the table. It has no key of users: a record outlives the user whom it is about. */
export function toAuditSchema(audit: string, end: string): string {
  return `-- The audit trail, if the option "audit" says so. A record is JSON; docs/audit.md describes it.
CREATE TABLE IF NOT EXISTS ${audit} (
  "id" text NOT NULL PRIMARY KEY,
  "time" text NOT NULL, -- ISO 8601, UTC: texts are in the order of time
  "user" text, -- the id of the user whom it is about
  "event" text NOT NULL,
  "record" text NOT NULL
)${end};
CREATE INDEX IF NOT EXISTS ${audit}_by_time ON ${audit} ("time", "id");
CREATE INDEX IF NOT EXISTS ${audit}_by_user ON ${audit} ("user", "time", "id");
`;
}
