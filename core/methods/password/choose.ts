/**
 * Choosing a password after the address was proved by a mail: what the proof is
 * good for, and what happens with the password.
 *
 * @module
 */

import { gatherAddressFacts } from "../../accounts/address/address_facts.ts";
import {
  type AddressVerdict,
  decideAddress,
} from "../../accounts/address/decide_address.ts";
import { enter } from "../../accounts/enter.ts";
import { findUserWithSameEmail } from "../../accounts/facts.ts";
import { toProviderIds } from "../../accounts/ways.ts";
import { toDead } from "../../attempts/mail_mark.ts";
import {
  endPasswordAttempt,
  type PasswordAttempt,
} from "../../attempts/password_attempt.ts";
import {
  isSpent,
  type PasswordLink,
  spendLink,
} from "../../attempts/password_link.ts";
import { toAskedAt } from "../../attempts/mail_attempt.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import {
  toAccountName,
  toPersonName,
} from "../../providers/typed_credentials.ts";
import { recordSuccess } from "../../rate_limits/limits.ts";
import type { Context } from "../../request/context.ts";
import type { Outcome } from "../../request/outcome.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { toMailTry } from "../email/identity.ts";
import { isFingerprint, readHash } from "./fingerprint.ts";
import { toEntrance, toMailIdentity } from "./identity.ts";
import { toMailer } from "./mailer.ts";
import { keepPassword } from "./keep_password.ts";
import { toPasswordIdentity } from "./sign_in.ts";
import { toClosed } from "./stored.ts";
import type { StoredProvider } from "../../providers/stored_provider.ts";

/** A proof that somebody may choose a password. */
export interface PasswordProof {
  readonly provider: StoredProvider;
  readonly link: PasswordLink;
  /** The attempt of the browser that asked for the mail; null in any other browser. */
  readonly attempt: PasswordAttempt | null;
  readonly target: string;
  /** Whether the user has seen their other sign-in methods and gives them up. */
  readonly takesOver: boolean;
}

/** The user and the password that a proof leads to now. */
export interface Chance {
  /** The user of the address, as stored; null: one will be created. */
  readonly user: AdapterUser | null;
  /** The hash of the password that is replaced; null: there is none. */
  readonly hash: string | null;
  readonly verdict: AddressVerdict;
  /** Ids of the providers that the user can sign in with, if the verdict asks. */
  readonly ways: readonly string[];
}

/**
 * Looks at a proof, and changes nothing.
 *
 * @throws Verification if it has expired or was used, AccessDenied if nobody can
 * sign up, AdapterError, StoreError, or CallbackRouteError if `passwords` fails
 */
export async function inspectProof(
  ctx: Context,
  { provider, link, takesOver }: PasswordProof,
): Promise<Chance> {
  const { identifier, before, expires, use } = link;
  // Written so that NaN has expired.
  if (!(ctx.now < expires)) {
    const isAlone = use === "invitation" && !provider.stored.signUp;
    throw toDead(isAlone ? "invitation" : "expired", identifier);
  }
  const user = await findUserWithSameEmail(toAdapter(ctx), identifier);
  const hash = await readHash(ctx, user);
  const isCurrent = await isFingerprint(ctx, before, [user, hash]);
  if (await isSpent(ctx, link) || !isCurrent) {
    throw toDead("used", identifier);
  }
  if (user === null && !provider.stored.signUp && use !== "invitation") {
    throw toClosed();
  }
  // The current user counts like any other: whoever began that session has no
  // password yet, and need not be the owner of the address.
  const { facts, ways } = await gatherAddressFacts(ctx, user);
  const verdict = decideAddress({ ...facts, isSure: takesOver });
  return { user, hash, verdict, ways: toProviderIds(ctx, ways) };
}

/** The password to store, and what goes with it. */
export interface Choice {
  readonly chance: Chance;
  /** The hash of the new password. */
  readonly hash: string;
  /** Fields of the user, if one is created. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether the session is to be remembered; undefined: not asked. */
  readonly remember: boolean | undefined;
}

/**
 * Finds or creates the user, stores the password and signs in.
 *
 * @throws Verification if another password was chosen meanwhile, and what
 * `enter` throws
 */
export async function finishChoice(
  ctx: Context,
  proof: PasswordProof,
  choice: Choice,
): Promise<Outcome> {
  const { provider, link, attempt, target } = proof;
  const { chance, hash } = choice;
  const { identifier } = link;
  const how = toHow(link, chance);
  const outcome = await enter(ctx, {
    ...toEntering(ctx, proof, choice),
    target,
    linkTo: null,
    before: attempt?.sid ?? null,
    confirmation: attempt?.confirmation,
    remember: choice.remember,
    tried: toPasswordTry(provider, identifier),
    persistence: {
      prepare: async () => {},
      finish: async (user) => {
        const kept = { identifier, chance, hash, how } as const;
        const begins = await keepPassword(ctx, user, kept);
        await spendLink(ctx, link);
        return begins;
      },
    },
  });
  const asked = attempt && toAskedAt(attempt);
  await recordSuccess(ctx, toMailTry(identifier), asked);
  const done = attempt === null ? [] : [endPasswordAttempt(attempt)];
  return { ...outcome, cookies: [...outcome.cookies, ...done] };
}

/** The identity that signs in: the address by its mail, or the user whose password was typed. */
function toEntering(
  ctx: Context,
  { provider, link, takesOver }: PasswordProof,
  { chance: { user }, fields }: Choice,
) {
  if (link.use === "change" && user !== null) {
    return { provider, identity: toPasswordIdentity(ctx, provider, user) };
  }
  const entrance = toEntrance(toMailer(ctx), provider);
  const invited = link.name ? { name: link.name } : {};
  const identity = toMailIdentity(entrance, link.identifier, {
    takesOver,
    fields: { ...invited, ...fields },
  });
  return { provider: entrance, identity };
}

function toHow({ use }: PasswordLink, { user, hash }: Chance) {
  if (use === "change") return "change";
  return user === null || use !== "reset" && hash === null ? "signUp" : "reset";
}

/** The attempt to sign in by which a browser is known for a password. */
export function toPasswordTry(provider: StoredProvider, email: string) {
  const account = toAccountName(provider, { email });
  const person = toPersonName(provider, { email });
  return { kind: "credentials", account, person } as const;
}
