import { toDead } from "../../attempts/mail_mark.ts";
import type { Begins } from "../../accounts/proof.ts";
import type { Events } from "../../config/callbacks.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import { readClock } from "../../runtime/clock.ts";
import {
  endSessions,
  endUntold,
} from "../../session/revocation/end_sessions.ts";
import { toAdapter } from "../../session/rows/row.ts";

/** A password that was chosen. */
export interface NewPassword {
  /** The address that was proved. */
  readonly identifier: string;
  /** What was stored when the choice was checked. */
  readonly chance: { readonly hash: string | null };
  /** The hash of the new password. */
  readonly hash: string;
  readonly how: PasswordChange["how"];
}

type PasswordChange = Parameters<NonNullable<Events["passwordChanged"]>>[0];

/**
 * Stores a password in place of the one that was there when the choice was
 * checked, or of none, if a take-over has removed it since. All sessions of
 * a user who had a password end: before it changes, because whatever fails then
 * changes nothing, and after, because somebody may have signed in meanwhile.
 *
 * @throws Verification if it is another one by now, AdapterError or StoreError
 */
export async function keepPassword(
  ctx: Context,
  { id }: AdapterUser,
  { identifier, chance, hash, how }: NewPassword,
): Promise<Begins | undefined> {
  const adapter = toAdapter(ctx);
  const known = await adapter.getSecret(id, "password");
  const isOld = known === null || known === chance.hash;
  if (!isOld) throw toDead("used", identifier);
  const hadOne = chance.hash !== null;
  if (hadOne) await endAll(ctx, id, endSessions);
  const change = { userId: id, kind: "password", before: known } as const;
  if (!await adapter.replaceSecret({ ...change, after: hash })) {
    throw toDead("used", identifier);
  }
  const kept = hadOne
    ? { begins: await endAll(ctx, id, endUntold) }
    : undefined;
  await ctx.effects.emit("passwordChanged", { userId: id, how });
  return kept;
}

/**
 * Ends all sessions of a user.
 *
 * @returns when the next one may begin, in milliseconds since the epoch
 */
async function endAll(
  { now, settings }: Context,
  user: string,
  end: typeof endUntold,
): Promise<number> {
  const before = Math.max(now, readClock());
  await end(settings, { user, before }, before);
  return before + 1;
}
