import type { AdapterUser } from "../model/adapter.ts";
import type { Awaitable } from "../model/model.ts";

/** A stored user, with the fields of the application's own. */
export type PersonalTokenUser =
  & AdapterUser
  & Readonly<Record<string, unknown>>;

/** Personal tokens of users, for scripts and mobile applications: `auth.tokens`. */
export interface PersonalTokenOptions {
  /**
   * The beginning of every token, by which secret scanners find it: letters,
   * digits and underscores, with an underscore at the end, at most 32. Another
   * one ends all tokens. Default `lk_`.
   */
  prefix?: string | undefined;
  /**
   * The maximum lifetime of a token in seconds, at most ten years; false: it may
   * live for ever. A token that is created without `expires` lives for 90 days,
   * or for `maxAge` if that is shorter. Default one year.
   */
  maxAge?: number | false | undefined;
  /** The maximum number of tokens of a user that have not expired, at most 100. Default 100. */
  limit?: number | undefined;
  /**
   * The scopes that tokens may have. Name them if your users choose scopes, and
   * your API decides by the scopes alone. Default: any.
   */
  scopes?: readonly string[] | undefined;
  /**
   * Returns whether the tokens of a user work: false for one who is disabled. It
   * is asked each time a token is used; if it throws, `verify` does as well.
   * Default: they work as long as the user exists.
   */
  when?: ((user: PersonalTokenUser) => Awaitable<boolean>) | undefined;
}
