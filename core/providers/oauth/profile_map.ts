import type { Profile } from "../../model/model.ts";
import type { ProfileUser } from "./profile_types.ts";
import { withoutUndefined } from "../../runtime/without_undefined.ts";
import { readPath } from "./path.ts";

/** A member of a profile, or the path to one: `avatar.large`, `emails.0`. */
export type ProfilePath<P extends object = Profile> =
  | keyof P & string
  | `${keyof P & string}.${string}`;

/** A text of a profile: a member, or two that a space joins (`first_name last_name`). */
export type ProfileText<P extends object = Profile> =
  | ProfilePath<P>
  | `${ProfilePath<P>} ${ProfilePath<P>}`;

/** The source of a user's field: a text, the first of several that is there, or a function. */
export type ProfileSource<P extends object = Profile> =
  | ProfileText<P>
  | readonly ProfileText<P>[]
  | ((profile: P) => unknown);

/**
 * The sources of a user's fields. A field that is left out has the usual
 * source; null: the provider does not say.
 */
export interface ProfileMap<P extends object = Profile> {
  /** The user's id at the provider. Default: `id`, or `sub` with OpenID Connect. */
  id?: ProfileSource<P> | undefined;
  /**
   * The full name. Default: `name` (or `given_name family_name`, `nickname`,
   * `preferred_username`, `username`).
   */
  name?: ProfileSource<P> | null | undefined;
  /** The e-mail address. Default: `email`. */
  email?: ProfileSource<P> | null | undefined;
  /** URL of a picture. Default: `picture`. */
  image?: ProfileSource<P> | null | undefined;
}

/** The usual sources, besides that of the id. */
const USUAL = {
  name: [
    "name",
    "given_name family_name",
    "nickname",
    "preferred_username",
    "username",
  ],
  email: "email",
  image: "picture",
};

/** Makes the function that maps a profile as a definition describes it. */
export function toMapper<P extends object>(
  type: string,
  map: ProfileMap<P>,
): (profile: P) => ProfileUser {
  const id = type === "oauth" ? "id" : "sub";
  const sources = Object.entries({
    id,
    ...USUAL,
    ...withoutUndefined(map),
  });
  return (profile) =>
    Object.fromEntries(
      sources.map(([field, source]) => [field, readSource(profile, source)]),
    );
}

function readSource<P extends object>(
  profile: P,
  source:
    | string
    | readonly string[]
    | ((profile: P) => unknown)
    | null
    | undefined,
): unknown {
  const values = typeof source === "function"
    ? [source(profile)]
    : [source ?? []].flat().map((text) => readText(profile, text));
  return values.find((value) => value !== "") ?? null;
}

/** Returns a text, or the number that an id may be; empty if there is none. */
function readText(profile: object, text: string): string | number {
  const values = text.split(" ").map((path) => readPath(profile, path));
  const [value] = values;
  return typeof value === "number" && values.length === 1
    ? value
    : values.filter((part) => typeof part === "string" && part !== "")
      .join(" ");
}
