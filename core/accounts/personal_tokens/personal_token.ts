import type { PersonalTokenRules } from "../../config/personal_token_rules.ts";
import type { ProviderContext } from "../../request/context.ts";
import type { StoredToken } from "./stored_tokens.ts";

/** A personal token, as shown in a list. */
export interface PersonalToken {
  /** The id, which is not secret. */
  readonly id: string;
  /** The name that its user gave it. */
  readonly name: string;
  /** What the token may be used for. */
  readonly scopes: readonly string[];
  /** The time at which it was created. */
  readonly created: Date;
  /** The time at which it ends, or ended; null: it lives for ever. */
  readonly expires: Date | null;
  /** The time of a use that is at most an hour older than the last one; null: it was not used yet. */
  readonly lastUsed: Date | null;
}

/** The data and effects that personal tokens need. */
export interface PersonalTokenContext extends ProviderContext {
  readonly rules: PersonalTokenRules;
}

/** Whether a token has not expired. */
export function isLive({ expires }: StoredToken, now: number): boolean {
  return expires === null || now < expires;
}

/** Returns what a user may see of a stored token. */
export function toShown(
  { id, name, scopes, created, expires, used }: StoredToken,
): PersonalToken {
  return {
    id,
    name,
    scopes,
    created: new Date(created),
    expires: expires === null ? null : new Date(expires),
    lastUsed: used === null ? null : new Date(used),
  };
}
