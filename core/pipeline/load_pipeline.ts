import { once } from "../runtime/once.ts";

/**
 * Loads everything that reading a session does not need, with the first request
 * that needs it.
 */
export const loadPipeline = once(() => import("./pipeline.ts"));
