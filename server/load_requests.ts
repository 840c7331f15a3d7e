import { once } from "../core/runtime/once.ts";

/** Loads everything that reading a session does not need. */
export const loadRequests = once(() => import("./requests.ts"));
