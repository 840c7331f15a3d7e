import type { SessionContext } from "../../request/context.ts";
import type { CookieChange } from "../../http/cookies.ts";
import { SessionTooLarge } from "../../errors/errors.ts";
import type { User } from "../../model/model.ts";
import { sealSession, type SessionClaims } from "./claims.ts";

/**
 * Seals the claims of a new session. A picture or a name that a provider made
 * too long for a cookie is left out, the longest first: signing in does not
 * need them. Values that the `jwt` callback wrote there are the application's,
 * and stay.
 *
 * @param user the user who signs in
 * @throws SessionTooLarge if other claims take too much
 */
export async function sealFitting(
  ctx: SessionContext,
  claims: SessionClaims,
  user: User,
): Promise<CookieChange> {
  const dropped: Spare[] = [];
  for (let left = claims;;) {
    try {
      const cookie = await sealSession(ctx, left);
      for (const one of dropped) tellDropped(ctx, one);
      return cookie;
    } catch (error) {
      if (!(error instanceof SessionTooLarge)) throw error;
      const longest = findLongest(left, user);
      if (longest === null) throw error;
      dropped.push(longest);
      left = { ...left, [longest.claim]: undefined };
    }
  }
}

/** A claim that a session can do without. */
interface Spare {
  readonly claim: "picture" | "name";
  /** In characters. */
  readonly size: number;
}

function tellDropped(
  { effects }: SessionContext,
  { claim, size }: Spare,
): void {
  effects.log.warn(
    "session-size",
    `The session cookie had no room for the \`${claim}\` of a user, which has ${size} characters, so the session is without it. Shorten it in the provider's \`profile\` callback, or keep sessions in a database (\`session: { strategy: "database" }\`).`,
  );
}

function findLongest(
  claims: SessionClaims,
  { image, name }: User,
): Spare | null {
  const [longest = null] = [
    { claim: "picture" as const, text: image },
    { claim: "name" as const, text: name },
  ]
    .filter(({ claim, text }) => text && claims[claim] === text)
    .map(({ claim, text }) => ({ claim, size: text?.length ?? 0 }))
    .sort((one, other) => other.size - one.size);
  return longest;
}
