import { randomText } from "../crypto/random.ts";
import { oncePerRequest } from "../storage/process_cache.ts";

/**
 * Returns the id of a request, which its audit records have in common.
 *
 * @param request the object that stands for the request
 */
export function readRequestId(request: object): string {
  return oncePerRequest(request, "request id", NOBODY, () => randomText(12));
}

const NOBODY: readonly unknown[] = [];
