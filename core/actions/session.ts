import type { Context } from "../context.ts";
import { json, type Outcome } from "../outcome.ts";
import { readSession } from "../session/read.ts";

/** `POST /session`: asks the `jwt` callback to change the session. */
export async function updateSession(ctx: Context): Promise<Outcome> {
  const { data } = ctx.request;
  const { session, cookies } = await readSession(ctx, { data, rotate: false });
  return json(session, ...cookies);
}

/** `GET /session`: the session, or null. */
export async function session(ctx: Context): Promise<Outcome> {
  const { session, cookies } = await readSession(ctx);
  return json(session, ...cookies);
}
