import type { ConfigSource } from "../../../config/config.ts";
import { loadPipeline } from "../../load_pipeline.ts";
import type { PersonalTokenFunctions } from "./token_management.ts";

/** Creates the functions for personal tokens. */
export function createPersonalTokenFunctions<R extends object>(
  source: ConfigSource<R>,
): PersonalTokenFunctions {
  // One copy for all calls, because settings are kept for a configuration. A
  // process that only verifies tokens need not have the providers' variables.
  const plain = typeof source === "function"
    ? source
    : { ...source, providers: [] };
  const load = async () =>
    (await loadPipeline()).toPersonalTokens(source, plain);
  return {
    create: async (userId, wanted) => (await load()).create(userId, wanted),
    list: async (userId) => (await load()).list(userId),
    revoke: async (userId, id) => (await load()).revoke(userId, id),
    revokeAll: async (userId) => (await load()).revokeAll(userId),
    verify: async (token) => (await load()).verify(token),
  };
}
