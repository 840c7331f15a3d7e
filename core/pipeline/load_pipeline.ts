import { once } from "../runtime/once.ts";

/** Loads all that reading a session does not need, with the first request that does. */
export const loadPipeline = once(() => import("./pipeline.ts"));
