import type { Account, Awaitable, Profile, User } from "../model/model.ts";

/**
 * Returns the application's own id of a user who signs in, if there is no
 * adapter. It has to be the same at each sign-in, and never another user's. It
 * is called for each proved account, before the `signIn` callback decides, and
 * not for credentials, whose id `authorize` names.
 */
export type UserIdCallback = (message: {
  /** The user; `id` is the library's id, a hash of the account. */
  user: User;
  account: Account;
  profile?: Profile | undefined;
}) => Awaitable<string | number>;
