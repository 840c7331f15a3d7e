import type { Context } from "../request/context.ts";
import type { CookieChange } from "../http/cookies.ts";
import type { BrowserUpdate } from "../config/session_options.ts";
import { InvalidRequest, SessionError } from "../errors/errors.ts";
import type { Session } from "../model/model.ts";
import type { Outcome } from "../request/outcome.ts";
import { callHost } from "../runtime/timeout.ts";
import { readSession } from "../session/strategy.ts";

/** `POST /session`: lets the `jwt` callback update the session. */
export async function updateSession(ctx: Context): Promise<Outcome> {
  const data = await checkData(ctx);
  const update = { data, source: "browser", rotate: false } as const;
  const { session, cookies } = await readSession(ctx, update);
  return answer(session, cookies);
}

/** Returns the data that the callbacks get, if the application accepts it. */
async function checkData(
  { request: { data }, settings: { browserUpdate } }: Context,
): Promise<unknown> {
  if (browserUpdate === null) return data;
  if (browserUpdate === false) {
    throw new InvalidRequest(
      "`session.browserUpdate` is false: only the server updates sessions.",
    );
  }
  return await callHost(
    { name: "browserUpdate", failure: InvalidRequest },
    () => validate(browserUpdate, data),
  );
}

async function validate(
  check: BrowserUpdate,
  data: unknown,
): Promise<unknown> {
  // A schema may be a function, too.
  if (!("~standard" in check)) return await check(data);
  const result = await check["~standard"].validate(data);
  if (result.issues === undefined) return result.value;
  throw new InvalidRequest("The data did not pass `session.browserUpdate`.");
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
  let serialized: string | undefined;
  try {
    serialized = JSON.stringify(session);
  } catch (error) {
    throw new SessionError(
      "The session callback returned a value that JSON cannot represent.",
      { cause: error },
    );
  }
  return { kind: "json", body: session, serialized, status: 200, cookies };
}
