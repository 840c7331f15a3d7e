import type { Awaitable, Profile, TokenSet, User } from "../../model/model.ts";

/** Returns the tokens of a sign-in to store with the account; undefined: none. */
export type AccountCallback = (
  tokens: TokenSet,
) => TokenSet | undefined | void;

/** A user as a provider names it: the id may be a number. */
export type ProfileUser = Omit<User, "id"> & {
  /** The user's id at the provider, never reused there. */
  id?: string | number | undefined;
};

/** Maps a provider's claims to the user. */
export type ProfileCallback<P extends object = Profile> = (
  profile: P,
  tokens: TokenSet,
) => Awaitable<User>;

/** Maps a provider's claims to the user, whose id may be a number as the provider sends it. */
export type ProfileMapper<P extends object = Profile> = (
  profile: P,
  tokens: TokenSet,
) => Awaitable<ProfileUser>;
