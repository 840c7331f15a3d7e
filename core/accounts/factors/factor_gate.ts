/**
 * The gate between the proof of an identity and its session: whatever the user
 * signed in with, a second factor may be missing.
 *
 * @module
 */

import { type HeldSignIn, keepSignIn } from "../../attempts/pending_sign_in.ts";
import type { Confirmation } from "../../attempts/guard_params.ts";
import { CallbackRouteError, InvalidRequest } from "../../errors/errors.ts";
import { withQuery } from "../../http/redirects.ts";
import type { AdapterAuthenticator, AdapterUser } from "../../model/adapter.ts";
import type { Authentication } from "../../model/authentication.ts";
import type { SecondFactorRule } from "../../providers/password_provider.ts";
import { findStored } from "../../providers/stored_provider.ts";
import type { Identity, ResolvedProvider } from "../../providers/provider.ts";
import type {
  Context,
  ProviderContext,
  SessionContext,
} from "../../request/context.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { callHost } from "../../runtime/timeout.ts";
import type { Demand } from "../../session/demand.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { listPasskeys } from "../ways.ts";
import { decideFactor, type FactorFacts } from "./decide_factor.ts";
import { hasFactor } from "./factors.ts";
import { findRemembered, noteSeen } from "./remembered_browser.ts";
import { keepsFactors, readFactors } from "./stored_factors.ts";

/** The authentication methods (RFC 8176) that a second factor adds. */
const ADDED: readonly string[] = ["otp", "mfa"];

/** A sign-in at the gate. */
export interface AtGate {
  readonly provider: ResolvedProvider;
  readonly user: AdapterUser;
  readonly held: HeldSignIn;
}

/**
 * Holds a sign-in whose second factor is missing: it is kept, and the browser
 * goes to the page that asks for the factor. No session starts.
 *
 * @returns null if nothing is missing
 * @throws AdapterError, StoreError, CallbackRouteError if `secondFactor` fails,
 * or ConfigurationError if the user's factors do not open
 */
export async function holdSignIn(
  ctx: Context,
  { provider, user, held }: AtGate,
): Promise<Outcome | null> {
  if (!keepsFactors(ctx)) return null;
  const facts = await findFacts(ctx, { provider, user, held });
  const missing = decideFactor(facts);
  if (missing === null) return null;
  const pending = { userId: user.id, missing, held };
  const { id, cookies } = await keepSignIn(ctx, pending);
  const url = withQuery(ctx.url("second-factor"), { state: id });
  return redirect(url, ...cookies);
}

async function findFacts(
  ctx: Context,
  { provider, user, held: { identity, confirmation } }: AtGate,
): Promise<FactorFacts> {
  const factors = await readFactors(ctx, user.id);
  const has = hasFactor(factors);
  const browser = has ? await findRemembered(ctx, user.id, factors) : null;
  if (browser !== null) await noteSeen(ctx, user.id, browser);
  const rule = has ? "optional" : await readRule(ctx, user);
  return {
    isStrong: isStrong(provider, identity),
    hasFactor: has,
    hasPasskey: rule === "required" && await hasPasskey(ctx, user.id),
    isRemembered: browser !== null,
    isDemanded: isDemanded(confirmation),
    rule,
  };
}

/** Whether a proof is of several factors: a passkey that verified its user, or an ID token that says so. */
function isStrong(
  { type }: ResolvedProvider,
  { authentication }: Identity,
): boolean {
  return (type === "webauthn" || type === "oidc") &&
    authentication?.amr?.includes("mfa") === true;
}

/** A change of the sign-in methods asks for a factor, too. */
function isDemanded(confirmation: Confirmation | null | undefined): boolean {
  const { amr = [], trustsSignIn = false } = confirmation?.demand ?? {};
  return trustsSignIn || amr.some((one) => ADDED.includes(one));
}

/** Whether the user has a passkey here that verifies its user. */
async function hasPasskey(ctx: Context, userId: string): Promise<boolean> {
  return verifiesUsers(ctx) && (await listPasskeys(ctx, userId)).length > 0;
}

/** Whether a passkey is a second factor here. */
function verifiesUsers({ settings: { providers } }: ProviderContext): boolean {
  return [...providers.values()].some((one) =>
    one.type === "webauthn" && one.verifiesUser.authenticate
  );
}

/**
 * Asserts that a user may remove an account: one who has to have a second factor,
 * and none but the passkey of that account, could set one up with the password
 * alone.
 *
 * @throws InvalidRequest; CallbackRouteError if `secondFactor` fails; AdapterError
 */
export async function assertFactorStays(
  ctx: SessionContext,
  { userId, providerAccountId }: Pick<
    AdapterAuthenticator,
    "userId" | "providerAccountId"
  >,
  passkeys: readonly AdapterAuthenticator[],
): Promise<void> {
  const isLast = passkeys.length > 0 &&
    passkeys.every((one) => one.providerAccountId === providerAccountId);
  if (!isLast || !keepsFactors(ctx) || !verifiesUsers(ctx)) return;
  if (hasFactor(await readFactors(ctx, userId))) return;
  const user = await toAdapter(ctx).getUser(userId);
  if (user === null || await readRule(ctx, user) === "optional") return;
  throw new InvalidRequest("The user has to have a second factor.");
}

/**
 * Returns the application's rule for a user.
 *
 * @throws CallbackRouteError if `secondFactor` fails
 */
export async function readRule(
  ctx: ProviderContext,
  user: AdapterUser,
): Promise<SecondFactorRule> {
  const rule = findStored(ctx.settings)?.stored.secondFactor ?? "optional";
  if (typeof rule !== "function") return rule;
  const answer = await callHost(
    { name: "secondFactor", failure: CallbackRouteError },
    () => rule(user),
  );
  if (answer === "optional" || answer === "required") return answer;
  throw new CallbackRouteError(
    '`secondFactor` must return "optional" or "required".',
  );
}

/**
 * Returns what a demand asks of the first factor, if the user can add a second
 * one.
 */
export async function toFirstDemand(
  ctx: ProviderContext,
  userId: string,
  demand: Demand,
): Promise<Demand> {
  const { amr = [] } = demand;
  const first = amr.filter((one) => !ADDED.includes(one));
  if (first.length === amr.length || !keepsFactors(ctx)) return demand;
  return hasFactor(await readFactors(ctx, userId))
    ? { ...demand, amr: first.length === 0 ? undefined : first }
    : demand;
}

/**
 * Adds a second factor to the proof by which a user signed in.
 *
 * @param methods what the second factor was (RFC 8176)
 */
export function addFactor(
  first: Authentication,
  methods: readonly string[],
): Authentication {
  const amr = [...new Set([...first.amr ?? [], ...methods, "mfa"])];
  return { ...first, amr };
}
