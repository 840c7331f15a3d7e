import { once } from "../runtime/once.ts";

/** Loads what changes sessions, and those in a database: reading a cookie needs neither. */
export const loadSessions = once(() => import("./sessions.ts"));
