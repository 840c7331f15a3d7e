import type { Profile, User } from "../../model/model.ts";

/** Maps the standard claims to a user. */
export function toUser(profile: Profile): User {
  const id: unknown = profile.sub ?? profile.id;
  const name = profile.name ?? profile.nickname ?? profile.preferred_username;
  const user = {
    // The caller converts a numeric id to a string and rejects one that is too big.
    id: id as string | undefined,
    name: name ?? null,
    email: profile.email ?? null,
    image: typeof profile.picture === "string" ? profile.picture : null,
  };
  // Fields from the application's own declarations come from its profile callback.
  return user as User;
}
