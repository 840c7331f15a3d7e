import { hasFactor } from "../../accounts/factors/factors.ts";
import { readFactors } from "../../accounts/factors/stored_factors.ts";
import { InvalidPassword } from "../../errors/password_errors.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import { checkPassword, MIN_WITH_FACTOR } from "./rules/check_password.ts";
import type { StoredProvider } from "../../providers/stored_provider.ts";

/** Whom a password is for. */
export interface Owner {
  readonly provider: StoredProvider;
  /** The user as stored; null: one will be created. */
  readonly user: AdapterUser | null;
  readonly email: string;
  readonly name?: string | null | undefined;
}

/** Returns the error of a password that cannot be chosen; null if it can. */
export async function refuseNewPassword(
  ctx: Context,
  owner: Owner,
  password: string,
): Promise<InvalidPassword | null> {
  const { provider, user, email, name = user?.name } = owner;
  const { theme } = ctx.settings;
  const problem = await checkPassword(provider.stored, {
    password,
    user: { email, name },
    site: [...(theme.name ? [theme.name] : []), new URL(ctx.origin).host],
    hasFactor: await isProtected(ctx, owner),
    log: ctx.effects.log,
  });
  if (problem === null) return null;
  const error = new InvalidPassword("The password does not meet the rules.");
  error.code = problem.kind;
  return error;
}

/** The least number of characters of a password of this user. */
export async function findMinLength(
  ctx: Context,
  owner: Pick<Owner, "provider" | "user">,
): Promise<number> {
  return await isProtected(ctx, owner)
    ? Math.min(MIN_WITH_FACTOR, owner.provider.stored.minLength)
    : owner.provider.stored.minLength;
}

/** Whether the user has a second factor, or everybody has to have one. */
export async function isProtected(
  ctx: Context,
  { provider, user }: Pick<Owner, "provider" | "user">,
): Promise<boolean> {
  if (provider.stored.secondFactor === "required") return true;
  return user !== null && hasFactor(await readFactors(ctx, user.id));
}
