import type { Context } from "../context.ts";
import { json, type Outcome } from "../outcome.ts";
import { readSession } from "../session/read.ts";

/** `GET /session`: the session, or null. */
export async function session(ctx: Context): Promise<Outcome> {
  const { session, cookies } = await readSession(ctx);
  return json(session, ...cookies);
}
