/**
 * Everything that reading a session does not need: auth routes, guards, proxies
 * and updates. It loads with the first request for one of them.
 *
 * @module
 */

export {
  handle,
  requireSession,
  visitUpdate,
} from "../core/pipeline/pipeline.ts";
export { toMount } from "./mount.ts";
export { passOn } from "./proxy.ts";
export { readBody } from "./read_body.ts";
