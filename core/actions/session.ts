import type { Context } from "../request/context.ts";
import type { CookieChange } from "../http/cookies.ts";
import { SessionError } from "../errors/errors.ts";
import type { Session } from "../model/model.ts";
import { json, type Outcome } from "../request/outcome.ts";
import { readSession } from "../session/strategy.ts";

/** `POST /session`: lets the `jwt` callback update the session. */
export async function updateSession(ctx: Context): Promise<Outcome> {
  const { data } = ctx.request;
  const { session, cookies } = await readSession(ctx, { data, rotate: false });
  return answer(session, cookies);
}

/** `GET /session`: returns the session, or null. */
export async function session(ctx: Context): Promise<Outcome> {
  const { session, cookies } = await readSession(ctx);
  return answer(session, cookies);
}

/** Checks that the session can be serialised while an error response is still possible. */
function answer(
  session: Session | null,
  cookies: readonly CookieChange[],
): Outcome {
  try {
    JSON.stringify(session);
  } catch (error) {
    throw new SessionError(
      "The session callback gave what JSON cannot hold.",
      { cause: error },
    );
  }
  return json(session, ...cookies);
}
