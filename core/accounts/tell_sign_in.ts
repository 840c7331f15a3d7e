import type { Events } from "../config/callbacks.ts";
import type { CookieChange } from "../http/cookies.ts";
import type { SessionContext } from "../request/context.ts";
import { toPublicId } from "../session/revocation/marks.ts";
import { toStrategy } from "../session/strategy.ts";
import { annotateActive, isTraced } from "../runtime/spans.ts";

type SignIn = Parameters<NonNullable<Events["signIn"]>>[0];

/**
 * Emits `signIn` for a session that has started. If it has to be recorded and
 * cannot be, the session ends before anybody gets its cookie.
 *
 * @throws StoreError if it could not be recorded
 */
export async function tellSignIn(
  ctx: SessionContext,
  message: SignIn,
  cookies: readonly CookieChange[],
): Promise<void> {
  const { settings, effects, jar } = ctx;
  await annotateUser(ctx, message);
  if (settings.audit === null) return await effects.emit("signIn", message);
  const session = cookies.flatMap(({ role, value }) =>
    role === "session" && value !== null ? [value] : []
  );
  const started = { ...ctx, jar: { ...jar, session } };
  const strategy = toStrategy(started);
  const id = await strategy.bindingId(started);
  const more = id === null ? {} : { session: await toPublicId(settings, id) };
  try {
    await effects.emit("signIn", message, more);
  } catch (error) {
    await strategy.end(started);
    throw error;
  }
}

/** Names the user in the active span by a hash with a key: an id may be an address. */
async function annotateUser(
  { settings: { keyring } }: SessionContext,
  { user, account }: SignIn,
): Promise<void> {
  const id = account?.userId ?? user.id;
  if (!isTraced() || !id) return;
  const [hash = ""] = await keyring.namesOf(`telemetry user ${id}`);
  annotateActive({ "user.hash": hash });
}
