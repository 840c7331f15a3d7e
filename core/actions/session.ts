import type { Context } from "../request/context.ts";
import type { CookieChange } from "../http/cookies.ts";
import { SessionError } from "../errors/errors.ts";
import type { Awaitable, Session } from "../model/model.ts";
import type { Outcome } from "../request/outcome.ts";
import { chain } from "../runtime/maybe_promise.ts";
import { readSession } from "../session/strategy.ts";

/** `POST /session`: lets the `jwt` callback update the session. */
export async function updateSession(ctx: Context): Promise<Outcome> {
  const { data } = ctx.request;
  const { session, cookies } = await readSession(ctx, { data, rotate: false });
  return answer(session, cookies);
}

/** `GET /session`: returns the session, or null. */
export function session(ctx: Context): Awaitable<Outcome> {
  return chain(
    readSession(ctx),
    ({ session, cookies }) => answer(session, cookies),
  );
}

/** Checks that the session can be serialised while an error response is still possible. */
function answer(
  session: Session | null,
  cookies: readonly CookieChange[],
): Outcome {
  let serialized: string | undefined;
  try {
    serialized = JSON.stringify(session);
  } catch (error) {
    throw new SessionError(
      "The session callback gave what JSON cannot hold.",
      { cause: error },
    );
  }
  return { kind: "json", body: session, serialized, status: 200, cookies };
}
