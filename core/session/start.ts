import type { SessionContext } from "../request/context.ts";
import type { CookieChange } from "../http/cookies.ts";
import { randomText } from "../crypto/random.ts";
import { AccessDenied, SessionError } from "../errors/errors.ts";
import type { Authentication } from "../model/authentication.ts";
import type { JWT, User } from "../model/model.ts";
import { toNewFields, toSessionFields } from "../model/field_values.ts";
import { readSessionId, toSessionId } from "../model/session_id.ts";
import { callHost } from "../runtime/timeout.ts";
import type { Settings } from "../config/settings.ts";
import { takesAnyAudience, toAudience } from "./audience.ts";
import { toClaims } from "./jwt/claims.ts";
import { openEach } from "./jwt/open_session.ts";
import { endToken } from "./jwt/end_tokens.ts";
import { sealFitting } from "./jwt/fit.ts";
import { findEnd, keepEnded, replaceLineage } from "./revocation/lineage.ts";
import type { SignIn } from "./session_strategy.ts";
import type { Claim } from "./revocation/marks.ts";

/**
 * Starts a session for a proven identity: a new id and a new cookie each time,
 * regardless of what the browser had before. The browser's previous session
 * ends.
 *
 * @param before the session that the browser had when the sign-in began, whose
 * cookie it may no longer send
 */
export async function startSession(
  ctx: SessionContext,
  signIn: SignIn,
  before: string | null,
): Promise<readonly CookieChange[]> {
  const token = await callJwt(ctx, signIn);
  const { sub } = signIn;
  const id = await createSessionId(ctx, sub);
  const claims = toClaims(ctx, token, {
    sub,
    sid: id,
    auth_time: ctx.now / 1000,
    aud: signIn.isForAnyOrigin && takesAnyAudience(ctx)
      ? undefined
      : toAudience(ctx),
    authn: withLife(signIn),
  });
  const cookie = await sealFitting(ctx, claims, signIn.identity.user);
  if (await replaceShown(ctx, { sub, id, before })) return [];
  return [cookie, { role: "csrf", value: null }];
}

function withLife({ authentication, life }: SignIn): Authentication {
  return life === undefined ? authentication : { ...authentication, life };
}

/** A session that begins. */
interface NewSession {
  readonly sub: string;
  readonly id: string;
  readonly before: string | null;
}

/**
 * Ends the sessions that the browser has or had before. A session of the same
 * user is rotated: if signing out of it, or another sign-in, happens at the
 * same moment, that one wins.
 *
 * @returns whether the new session is already over
 */
async function replaceShown(
  ctx: SessionContext,
  { sub, id, before }: NewSession,
): Promise<boolean> {
  const { settings } = ctx;
  const old = new Map<string, boolean>();
  for (const { claims } of await openEach(ctx)) {
    old.set(claims.sid, claims.sub === sub);
  }
  if (before !== null && !old.has(before)) {
    const person = readSessionId(before)?.person;
    old.set(before, person === readSessionId(id)?.person);
  }
  const left: Claim[] = [];
  for (const [from, isSamePerson] of old) {
    if (!isSamePerson) {
      await endToken(settings, from);
      continue;
    }
    const claim = await replaceLineage(settings, { from, self: id }, {
      leadsOn: () => true,
      end: () => {},
    });
    if (claim !== null) left.push(claim);
  }
  const end = await findEnd(settings, id, left);
  if (end === "ended") await keepEnded(settings, id);
  return end !== null;
}

/** Creates an id for a session of a user. */
export async function createSessionId(
  { settings, now }: SessionContext,
  sub: string,
): Promise<string> {
  const [newest = ""] = await toPersons(settings, sub);
  return toSessionId(newest, now, randomText(16));
}

/** Returns the pseudonyms of a user in session ids, one for each secret, newest first. */
export async function toPersons(
  { keyring }: Pick<Settings, "keyring">,
  sub: string,
): Promise<readonly string[]> {
  const names = await keyring.namesOf(JSON.stringify(["session", sub]));
  return names.map((name) => name.slice(0, 12));
}

/** Returns the fields of the application's own; where no users are stored, each sign-in is that of a new one. */
function toFields({ settings, effects }: SessionContext, user: User) {
  const { userFields } = settings;
  const known = effects.adapter === null ? toNewFields(userFields, user) : user;
  return toSessionFields(userFields, known);
}

async function callJwt(
  ctx: SessionContext,
  { identity, sub, isNewUser, stored }: SignIn,
): Promise<JWT> {
  const { user, account, profile } = identity;
  // Fields that the application's own declarations add come from its jwt callback.
  const token = {
    name: user.name,
    email: user.email,
    picture: user.image,
    sub,
    ...toFields(ctx, stored ?? user),
  } as JWT;
  const { jwt } = ctx.settings.callbacks;
  if (jwt === undefined) return token;
  const result = await callHost(
    { name: "jwt", failure: SessionError },
    () =>
      jwt({
        token,
        user,
        account,
        ...(profile === undefined ? {} : { profile }),
        trigger: isNewUser ? "signUp" : "signIn",
        ...(isNewUser === undefined ? {} : { isNewUser }),
      }),
  );
  if (result === null) {
    throw new AccessDenied("The jwt callback returned null at sign-in.");
  }
  if (typeof result !== "object") {
    throw new SessionError(
      "The jwt callback returned neither a token nor null.",
    );
  }
  return result;
}
