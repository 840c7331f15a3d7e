import { describe, it } from "node:test";
import type { AuditRecord } from "@latchkey/auth";
import { listTests } from "./mutations_testkit.ts";

const tests = listTests("audit", {
  "the oldest record comes first": {
    breaks: "audit records come back as they were stored, newest first",
    mutate: (good) => ({
      listAuditRecords: async (query) =>
        (await good.listAuditRecords(query)).toReversed(),
    }),
  },
  "a record that is stored twice is replaced": {
    breaks:
      "an audit record that is stored twice is there once, as it was first",
    mutate: (good) => {
      const later = new Map<string, AuditRecord>();
      return {
        addAuditRecords: async (records) => {
          for (const one of records) later.set(one.id, one);
          await good.addAuditRecords(records);
        },
        listAuditRecords: async (query) =>
          (await good.listAuditRecords(query))
            .map((one) => later.get(one.id) ?? one),
      };
    },
  },
  "a record that is stored already throws": {
    breaks: "audit records stored at a time are all there",
    mutate: (good) => {
      const known = new Set<string>();
      return {
        addAuditRecords: async (records) => {
          for (const one of records) {
            if (known.has(one.id)) throw new Error("a duplicate key");
            known.add(one.id);
            await good.addAuditRecords([one]);
          }
        },
      };
    },
  },
  "a page begins after a time, whatever the id": {
    breaks: "audit records are listed in pages, each record once",
    mutate: (good) => ({
      listAuditRecords: async ({ after, ...query }) => {
        const all = await good.listAuditRecords({ ...query, limit: 100 });
        return all.filter((one) => after === undefined || one.time < after.time)
          .slice(0, query.limit);
      },
    }),
  },
  "a limit of a removal does not matter": {
    breaks: "audit records of before a time are removed, the oldest first",
    mutate: (good) => ({
      removeAuditRecords: (which) =>
        good.removeAuditRecords({ ...which, limit: 100 }),
    }),
  },
  "a removal does not look at the user": {
    breaks: "the audit records of a user are removed, and no others",
    mutate: (good) => ({
      removeAuditRecords: ({ userId: _, ...which }) =>
        good.removeAuditRecords(which),
    }),
  },
  "a deleted user takes their records with them": {
    breaks: "audit records outlive their user",
    mutate: (good) => ({
      deleteUser: async (userId) => {
        await good.removeAuditRecords({ userId, limit: 100 });
        await good.deleteUser(userId);
      },
    }),
  },
});

describe("the contract's cases about the audit trail", () => {
  for (const { title, run } of tests) it(title, run);
});
