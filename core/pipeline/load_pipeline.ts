import { once } from "../runtime/once.ts";

/**
 * Loads everything that reading a session does not need: with the first request
 * that needs it, or a second after the start of a process that lasts.
 */
export const loadPipeline = once(() => import("./pipeline.ts"));
