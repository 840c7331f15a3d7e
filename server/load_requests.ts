import { once } from "../core/runtime/once.ts";

/** Loads all that reading a session does not need. */
export const loadRequests = once(() => import("./requests.ts"));
