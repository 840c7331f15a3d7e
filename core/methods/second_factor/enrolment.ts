/**
 * Setting up an authenticator app. Its secret is sealed into the form until a
 * code shows that the app has it: nothing is stored before.
 *
 * @module
 */

import {
  addApp,
  countLeft,
  type Factors,
  hasFactor,
  replaceRecovery,
  type TotpApp,
} from "../../accounts/factors/factors.ts";
import { fromBase64url, toBase64url } from "../../crypto/base64url.ts";
import type { Purpose } from "../../crypto/keys.ts";
import { randomText } from "../../crypto/random.ts";
import { open, seal } from "../../crypto/seal.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { SessionContext } from "../../request/context.ts";
import { toBase32, toGroups } from "./base32.ts";
import { createRecoveryCodes } from "./recovery_codes.ts";
import { createTotpSecret, findStep, readTotpCode, toTotpUri } from "./totp.ts";

/** Seconds that a user has to set an app up. */
const MAX_AGE = 1800;
const PURPOSE: Purpose = {
  name: "enrolment",
  cookie: "",
  maxAge: MAX_AGE,
  isDated: true,
};
/** Characters of a name that a user gives an app. */
const MAX_NAME = 60;

/** An app that is being set up. */
export interface Enrolment {
  /** The secret, sealed for its user: the form sends it back with the code. */
  readonly enrolment: string;
  /** The secret in base32, in groups of four. */
  readonly secret: string;
  /** The `otpauth:` URI for a QR code, or for an app on the same device. */
  readonly uri: string;
}

/** Begins to set an app up, and stores nothing. */
export async function beginEnrolment(
  ctx: SessionContext,
  user: AdapterUser,
): Promise<Enrolment> {
  const secret = createTotpSecret();
  const payload = { of: user.id, secret: toBase64url(secret) };
  const { settings: { keyring }, now } = ctx;
  const enrolment = await seal(keyring, PURPOSE, payload, now);
  return { enrolment, ...show(ctx, user, secret) };
}

/** Shows an app that is being set up once more; null if it took too long, or belongs to another user. */
export async function reopenEnrolment(
  ctx: SessionContext,
  user: AdapterUser,
  enrolment: string,
): Promise<Enrolment | null> {
  const secret = await openSecret(ctx, user.id, enrolment);
  return secret && { enrolment, ...show(ctx, user, secret) };
}

function show(
  { settings: { theme }, origin }: SessionContext,
  { id, email, name }: AdapterUser,
  secret: Uint8Array,
): Pick<Enrolment, "secret" | "uri"> {
  const issuer = theme.name ?? new URL(origin).host;
  const account = email || name || id;
  return {
    secret: toGroups(toBase32(secret)),
    uri: toTotpUri(secret, { issuer, account }),
  };
}

async function openSecret(
  { settings: { keyring }, now }: SessionContext,
  userId: string,
  enrolment: string,
): Promise<Uint8Array | null> {
  const opened = await open(keyring, PURPOSE, enrolment, now);
  const { of, secret } = opened?.payload ?? {};
  return of === userId && typeof secret === "string"
    ? fromBase64url(secret)
    : null;
}

/** The form that finishes setting an app up. */
export interface EnrolmentAnswer {
  /** The sealed secret, from {@link Enrolment}. */
  readonly enrolment: string;
  /** A code that the app shows, as it was typed. */
  readonly code: string;
  /** The user's name for the app. Default: none. */
  readonly name?: string | undefined;
  /**
   * Whether it must be the user's first factor: somebody who has only proved
   * the password must not add a second one. Default false.
   */
  readonly isFirst?: boolean | undefined;
}

/** An app that has shown its secret by a code, and is not stored yet. */
export interface ProvedApp {
  /** Adds it; null: it cannot be added. */
  readonly add: (factors: Factors) => Factors | null;
  /** Returns new recovery codes for the user who had none left, to be shown once; null: the old ones stay. */
  readonly toCodes: (after: Factors) => readonly string[] | null;
}

/**
 * Checks that a code shows that the app has the secret, and stores nothing.
 *
 * @returns null if the code is wrong, or it took too long
 */
export async function proveApp(
  ctx: SessionContext,
  userId: string,
  { enrolment, code: typed, name, isFirst = false }: EnrolmentAnswer,
): Promise<ProvedApp | null> {
  const { now } = ctx;
  const secret = await openSecret(ctx, userId, enrolment);
  const code = readTotpCode(typed);
  if (secret === null || code === null) return null;
  const step = await findStep(secret, code, { now, after: -1 });
  if (step === null) return null;
  const app: TotpApp = {
    id: randomText(9),
    name: name?.trim().slice(0, MAX_NAME) || null,
    secret: toBase64url(secret),
    lastStep: step,
    created: now,
  };
  const { shown, stored } = await createRecoveryCodes(now);
  return {
    add: (factors) => {
      if (isFirst && hasFactor(factors) || isKnown(factors, app)) return null;
      const added = addApp(factors, app);
      return added && countLeft(factors) === 0
        ? replaceRecovery(added, stored)
        : added;
    },
    toCodes: ({ recovery }) => recovery?.key === stored.key ? shown : null,
  };
}

/** Whether the form was sent before. */
function isKnown({ apps }: Factors, { secret }: TotpApp): boolean {
  return apps.some((one) => one.secret === secret);
}
