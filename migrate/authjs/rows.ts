import type { Adapter } from "../../core/model/adapter.ts";
import type { SessionContext } from "../../core/request/context.ts";
import { AdapterCalls } from "../../core/storage/adapter_calls.ts";
import type { Opened } from "../engine/bridge.ts";

/** The limit on tokens that are looked up. */
const MAX_TOKEN = 512;
/**
 * A token that the library hashed: one of these in a cookie was read from the
 * table. Its form is the only sign of a row of ours; any column may be in the
 * old tables, too.
 */
const HASH = /^[\w-]{43}$/;
const MONTH = 30 * 86_400;

/** The places of the rows, and how long they live. */
export interface RowOptions {
  /** Default: the adapter of the configuration. */
  readonly adapter?: Adapter | undefined;
  /** Seconds. Default: 30 days. */
  readonly maxAge?: number | undefined;
}

/**
 * Looks the token of a cookie up among the stored sessions.
 *
 * @throws AdapterError
 */
export async function openRow(
  token: string,
  ctx: SessionContext,
  { adapter: own, maxAge = MONTH }: RowOptions,
): Promise<Opened> {
  const adapter = own ?? ctx.effects.adapter;
  if (adapter === null || token.length > MAX_TOKEN) {
    return { kind: "refused", reason: "forged" };
  }
  if (adapter.hashedTokens === true && HASH.test(token)) {
    return { kind: "refused", reason: "forged" };
  }
  const calls = new AdapterCalls(adapter);
  const found = await calls.getSessionAndUser(token);
  if (found === null) return { kind: "refused", reason: "expired" };
  const { session, user } = found;
  if ((session.sessionToken ?? token) !== token) {
    return { kind: "refused", reason: "forged" };
  }
  const endsAt = session.expires.getTime();
  if (!(ctx.now < endsAt)) return { kind: "refused", reason: "expired" };
  return {
    kind: "session",
    session: {
      identity: token,
      userId: user.id,
      name: user.name,
      email: user.email,
      image: user.image,
      startedAt: null,
      writtenAt: endsAt - maxAge * 1000,
      endsAt,
      isStored: true,
      content: { expires: session.expires, user },
      end: () => calls.deleteSession(token),
    },
  };
}
