import type { AuditRecord, AuditTable } from "../../core/model/audit_record.ts";

/** The methods for the audit trail. */
export function createAuditMethods(
  records: Map<string, AuditRecord>,
): Required<AuditTable> {
  const isNewer = (a: AuditPlace, b: AuditPlace) =>
    a.time === b.time ? a.id > b.id : a.time > b.time;
  const sort = () =>
    [...records.values()].sort((a, b) => isNewer(a, b) ? -1 : 1);
  const isOf = ({ user }: AuditRecord, userId: string | undefined) =>
    userId === undefined || user === userId;
  return {
    addAuditRecords: (added) => {
      for (const one of added) {
        if (!records.has(one.id)) records.set(one.id, structuredClone(one));
      }
    },
    listAuditRecords: ({ userId, after, limit }) =>
      sort().filter((one) =>
        isOf(one, userId) && (after === undefined || isNewer(after, one))
      ).slice(0, limit).map((one) => structuredClone(one)),
    removeAuditRecords: ({ userId, before, limit }) => {
      const end = before?.toISOString();
      const due = sort().reverse().filter((one) =>
        isOf(one, userId) && (end === undefined || one.time < end)
      ).slice(0, limit);
      for (const { id } of due) records.delete(id);
      return due.length;
    },
  };
}

type AuditPlace = Pick<AuditRecord, "time" | "id">;
