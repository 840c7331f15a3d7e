import { forgetAllBrowsers } from "../../accounts/factors/stored_factors.ts";
import { notify } from "./notices/notify.ts";
import { toDead } from "../../attempts/mail_mark.ts";
import type { Begins } from "../../accounts/proof.ts";
import type { Events } from "../../config/callbacks.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { UserSecretChange } from "../../model/user_secret.ts";
import type { Context } from "../../request/context.ts";
import { endSessions } from "../../session/revocation/end_sessions.ts";
import { endAll, orLate } from "../../session/revocation/late_change.ts";
import { toAdapter } from "../../session/rows/row.ts";

/** A password that was chosen. */
export interface NewPassword {
  /** The address that was proved. */
  readonly identifier: string;
  /** What was stored when the choice was checked. */
  readonly chance: {
    readonly user: AdapterUser | null;
    readonly hash: string | null;
  };
  /** The hash of the new password. */
  readonly hash: string;
  readonly how: PasswordChange["how"];
}

type PasswordChange = Parameters<NonNullable<Events["passwordChanged"]>>[0];

/**
 * Stores a password in place of the one that was there when the choice was
 * checked, or of none, if a take-over has removed it since. All sessions and
 * remembered browsers of a user who was there before end, even of one without a
 * password, which a thief of the session may have removed. The user is told by a
 * mail, and the application by an event. Sessions end twice: before the password
 * changes, because a failure then changes nothing, and after it, because
 * somebody may have signed in meanwhile.
 *
 * @throws Verification if it is another one by now, AdapterError or StoreError
 */
export async function keepPassword(
  ctx: Context,
  user: AdapterUser,
  { identifier, chance, hash, how }: NewPassword,
): Promise<Begins | undefined> {
  const { id } = user;
  const adapter = toAdapter(ctx);
  const known = await adapter.getSecret(id, "password");
  const isOld = known === null || known === chance.hash;
  if (!isOld) throw toDead("used", identifier);
  const isNew = chance.user === null;
  if (!isNew) await endAll(ctx, id, endSessions);
  const change = { userId: id, kind: "password", before: known } as const;
  if (!await replacePassword(ctx, { ...change, after: hash })) {
    throw toDead("used", identifier);
  }
  const kept = isNew ? undefined : { begins: await endAll(ctx, id) };
  if (!isNew) await forgetAllBrowsers(ctx, id);
  await ctx.effects.emit("passwordChanged", { userId: id, how });
  if (how !== "signUp") {
    const kind = chance.hash === null ? "passwordSet" : "passwordChanged";
    await notify(ctx, user, { kind });
  }
  return kept;
}

/**
 * Replaces a password. A call that timed out may still do so: then the sessions
 * that have begun with the old one in the meantime end.
 */
export async function replacePassword(
  ctx: Context,
  change: UserSecretChange,
): Promise<boolean> {
  return await orLate(
    ctx,
    async () => await toAdapter(ctx).replaceSecret(change),
    async (isReplaced) => {
      if (isReplaced === true) await endAll(ctx, change.userId);
    },
  );
}
