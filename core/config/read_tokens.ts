import type { AuthConfig } from "./config.ts";
import type { Adapter } from "../model/adapter.ts";
import { isOAuth } from "../providers/oauth/oauth_provider.ts";
import type { ResolvedProvider } from "../providers/provider.ts";
import { isTexts, type Report } from "./rules.ts";

/** The options of kept tokens, with their defaults. */
export interface TokenSettings {
  readonly providers: readonly string[];
  readonly resources: Readonly<Record<string, readonly string[]>>;
  readonly keep: "adapter" | "store" | "cookie";
  readonly seal: boolean;
  readonly revokeOnSignOut: boolean;
}

const PLACES: readonly unknown[] = ["adapter", "store", "cookie"];

/** Reads the tokens to keep; null: none. */
export function readTokens(
  { tokens, store, providers: known }: Pick<AuthConfig, "tokens" | "store"> & {
    readonly providers: ReadonlyMap<string, ResolvedProvider>;
  },
  adapter: Adapter | null,
  report: Report,
): TokenSettings | null {
  if (tokens === undefined || tokens === null) return null;
  if (!hasLists(tokens, report)) return null;
  const { providers, resources = {}, seal = true } = tokens;
  const { revokeOnSignOut = false } = tokens;
  const canKeep = typeof adapter?.updateAccount === "function" &&
    typeof adapter.listAccountsByUserId === "function";
  const keep = tokens.keep ??
    (canKeep ? "adapter" : store === undefined ? "cookie" : "store");
  if (!PLACES.includes(keep)) {
    report('`tokens.keep` must be "adapter", "store" or "cookie".');
  }
  if (keep === "adapter" && !canKeep) {
    report(
      '`tokens.keep: "adapter"` needs an adapter with `updateAccount` and `listAccountsByUserId`.',
    );
  }
  if (keep === "store" && store === undefined) {
    report(
      '`tokens.keep: "store"` needs a `store`: tokens in the memory of one process are lost when it ends.',
    );
  }
  for (const id of keep === "adapter" && !seal ? providers : []) {
    const provider = known.get(id) ?? null;
    if (!isOAuth(provider) || !provider.source.dpop) continue;
    report(
      `\`tokens.seal: false\` leaves no place for the DPoP key of provider "${id}": remove it.`,
    );
  }
  return { providers, resources, keep, seal, revokeOnSignOut };
}

function hasLists(
  { providers, resources }: NonNullable<AuthConfig["tokens"]>,
  report: Report,
): boolean {
  const areIds = isTexts(providers);
  const areOrigins = Object.values(resources ?? {}).every(isTexts);
  if (!areIds) {
    report(
      '`tokens.providers` must list the ids of the providers whose tokens are kept, like ["work"].',
    );
  }
  if (!areOrigins) {
    report(
      '`tokens.resources` must list the origins of APIs by provider, like { work: ["https://api.example.com"] }.',
    );
  }
  return areIds && areOrigins;
}
