/**
 * Proofs that were used once.
 *
 * @module
 */

import { isLocalHost } from "../../core/http/local_host.ts";
import { readEnv, readVariable } from "../../core/runtime/env.ts";
import {
  isFirstWarning,
  oncePerRequest,
} from "../../core/storage/process_cache.ts";
import type { Guard } from "../options.ts";
import type { VerifiedProof } from "./proof.ts";

/**
 * Uses up a proof, for as long as it could be used again.
 *
 * @param own the framework's request: several guards of one request use it up once
 * @param now milliseconds since the epoch
 * @returns false if another request has used it
 * @throws StoreError
 */
export async function claimProof(
  guard: Guard,
  own: object,
  { id, expires, now }: VerifiedProof & { readonly now: number },
): Promise<boolean> {
  const { used: { store, calls } } = guard.dpop;
  warnOfMemory(guard);
  const ttl = Math.ceil((expires - now) / 1000) + 1;
  return await oncePerRequest(
    own,
    "dpop",
    [store, id],
    async () => await calls.compareAndSet(`dpop:${id}`, null, "1", ttl),
  );
}

function warnOfMemory({ resource, log, dpop: { used } }: Guard): void {
  const mode = readVariable(readEnv, "NODE_ENV");
  const isPublic = mode === "production" ||
    mode !== "development" && mode !== "test" &&
      !isLocalHost(new URL(resource).hostname);
  if (!used.isMemory || !isPublic) return;
  if (!isFirstWarning(`proofs ${resource}`)) return;
  log.warn(
    "memory-store",
    "Used DPoP proofs are remembered in this process only: pass a `store` that all processes share.",
  );
}
