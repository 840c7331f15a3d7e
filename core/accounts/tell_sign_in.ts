import type { Events } from "../config/callbacks.ts";
import type { CookieChange } from "../http/cookies.ts";
import type { SessionContext } from "../request/context.ts";
import { toPublicId } from "../session/revocation/marks.ts";
import { toStrategy } from "../session/strategy.ts";

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
