import type { Context } from "../request/context.ts";
import type { CookieChange } from "../http/cookies.ts";
import type { PageUser } from "../config/pages/page_models.ts";
import { AuthError } from "../errors/errors.ts";
import { toAcceptance } from "./acceptance.ts";
import { readSession } from "./strategy.ts";

/** The signed-in user for a built-in page, and the cookies of a renewed session. */
export interface Present {
  readonly user: PageUser;
  readonly cookies: readonly CookieChange[];
}

/**
 * Finds the signed-in user; null if there is none. If the session cannot be
 * read, the visitor sees the sign-in page, as without one.
 */
export async function findPageUser(ctx: Context): Promise<Present | null> {
  try {
    const { session, cookies } = await readSession(ctx);
    if (session === null) return null;
    const { name, email, image } = session.user ?? {};
    const user = {
      name: toNonEmptyText(name),
      email: toNonEmptyText(email),
      image: toNonEmptyText(image),
    };
    return { user, cookies };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    ctx.effects.log.error(error);
    return null;
  }
}

/**
 * Whether the browser has something to end: the successor of an expired session
 * cookie may have to end, too.
 */
export function mayBeSignedIn(ctx: Context): boolean {
  const { jar, policy, request, settings } = ctx;
  const { names, attributes } = policy;
  // A strict cookie is not sent when a link on another site is followed.
  const isHidden = attributes.session.sameSite === "strict" &&
    !["same-origin", "none"].includes(request.header("sec-fetch-site") ?? "");
  return isHidden ||
    [...jar.seen].some((name) => name.startsWith(names.session)) ||
    (toAcceptance(settings)?.isSent(ctx) ?? false);
}

/** The `session` callback may put anything there. */
function toNonEmptyText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
