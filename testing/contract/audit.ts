import type { AuditRecord } from "../../core/model/audit_record.ts";
import { assertSame, race, requireCases } from "./case.ts";

const methods = ["addAuditRecords", "listAuditRecords"] as const;

const MINUTE = 60_000;

/** A record of a minute of an hour. */
function makeRecord(
  minute: number,
  more: Partial<AuditRecord> = {},
): AuditRecord {
  return {
    version: 1,
    id: crypto.randomUUID(),
    time: new Date(1_800_000_000_000 + minute * MINUTE).toISOString(),
    event: "signIn",
    result: "done",
    user: "ann",
    actor: null,
    by: "visitor",
    session: null,
    address: "2001:db8::1",
    userAgent: "日本 'x' \\ $1 %",
    provider: "op",
    method: "oidc",
    code: null,
    request: null,
    reference: null,
    details: { attempt: 1, isNewUser: true, scopes: ["a", "b"], none: null },
    ...more,
  };
}

/** Cases for the capability `audit`. */
export const auditChecks = [
  ...requireCases(methods, {
    "audit records come back as they were stored, newest first": async (a) => {
      const all = [1, 2, 3].map((minute) => makeRecord(minute));
      await a.addAuditRecords([]);
      await a.addAuditRecords(all.slice(1));
      await a.addAuditRecords(all.slice(0, 1));
      const found = await a.listAuditRecords({ limit: 10 });
      assertSame(found, all.toReversed(), "listAuditRecords");
      const empty = await a.listAuditRecords({ userId: "bob", limit: 10 });
      assertSame(empty, [], "another user's");
    },
    "an audit record that is stored twice is there once, as it was first":
      async (
        a,
      ) => {
        const record = makeRecord(1);
        await a.addAuditRecords([record, record]);
        await a.addAuditRecords([{ ...record, user: "bob" }, makeRecord(2)]);
        const found = await a.listAuditRecords({ userId: "ann", limit: 10 });
        assertSame(found.length, 2, "the number of records");
        assertSame(found[1], record, "the first record");
      },
    "audit records stored at a time are all there": async (a) => {
      const same = makeRecord(1);
      await race(20, (i) => a.addAuditRecords([same, makeRecord(i + 2)]));
      const found = await a.listAuditRecords({ limit: 100 });
      assertSame(found.length, 21, "the number of records");
    },
    "audit records are listed in pages, each record once": async (a) => {
      // Three of one moment.
      const all = [1, 2, 2, 2, 3].map((minute) => makeRecord(minute));
      await a.addAuditRecords(all);
      await a.addAuditRecords([makeRecord(2, { user: null })]);
      const found: AuditRecord[] = [];
      for (let page = 0; page < 4; page++) {
        const last = found.at(-1);
        const after = last === undefined ? {} : { after: last };
        const query = { userId: "ann", limit: 2, ...after };
        found.push(...await a.listAuditRecords(query));
      }
      const toIds = (records: readonly AuditRecord[]) =>
        records.map(({ id }) => id).sort();
      assertSame(toIds(found), toIds(all), "the pages");
    },
  }),
  ...requireCases([...methods, "removeAuditRecords"], {
    "audit records of before a time are removed, the oldest first": async (
      a,
    ) => {
      const all = [1, 2, 3, 4].map((minute) => makeRecord(minute));
      await a.addAuditRecords(all);
      const before = new Date(all[3]?.time ?? "");
      const one = await a.removeAuditRecords({ before, limit: 1 });
      assertSame(one, 1, "removed with a limit");
      const left = await a.listAuditRecords({ limit: 10 });
      assertSame(left, all.slice(1).toReversed(), "left of the oldest");
      const rest = await a.removeAuditRecords({ before, limit: 10 });
      assertSame(rest, 2, "removed");
      const last = await a.listAuditRecords({ limit: 10 });
      assertSame(last, all.slice(3), "left");
    },
    "the audit records of a user are removed, and no others": async (a) => {
      const [anns, bobs] = [makeRecord(1), makeRecord(2, { user: "bob" })];
      const nobodys = makeRecord(3, { user: null });
      await a.addAuditRecords([anns, bobs, nobodys]);
      const removed = await a.removeAuditRecords({ userId: "ann", limit: 10 });
      assertSame(removed, 1, "removed");
      const left = await a.listAuditRecords({ limit: 10 });
      assertSame(left, [nobodys, bobs], "left");
    },
  }),
  ...requireCases([...methods, "createUser", "deleteUser"], {
    "audit records outlive their user": async (a) => {
      const { id } = await a.createUser({
        id: crypto.randomUUID(),
        email: "ann@example.com",
        emailVerified: null,
      });
      const record = makeRecord(1, { user: String(id) });
      await a.addAuditRecords([record]);
      await a.deleteUser(String(id));
      const left = await a.listAuditRecords({ limit: 10 });
      assertSame(left, [record], "left");
    },
  }),
];
