import { once } from "../runtime/once.ts";

/** Loads what writes the audit trail, with the first record. */
export const loadAudit = once(() => import("./audit.ts"));
