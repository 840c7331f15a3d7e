import type { AdapterAuthenticator } from "../../model/adapter.ts";
import type { Persistence } from "../../accounts/proof.ts";
import type { Context } from "../../request/context.ts";
import { WebAuthnVerificationError } from "../../errors/errors.ts";
import type { Identity } from "../../providers/provider.ts";
import { toAdapter } from "../../session/rows/row.ts";
import type { ResolvedWebAuthn } from "../../providers/webauthn_provider.ts";
import type { VerifiedAuthentication } from "../../providers/webauthn_server.ts";
import { decodeBytes, toBase64 } from "./base64.ts";
import type { Challenge } from "../../attempts/passkey_challenge.ts";
import { mayFollow } from "./counter.ts";
import type { PasskeyAnswer } from "./data.ts";
import { assertHandle } from "./handle.ts";
import { finishPasskey } from "./persistence.ts";
import { findPending, type NewPasskey, type Pending } from "./pending.ts";
import { toPasskeyProof } from "./passkey_proof.ts";
import { toIdentity } from "./register.ts";
import { toParty } from "./relying_party.ts";

/** The result of a proved sign-in with a passkey. */
export interface ProvedPasskey {
  readonly identity: Identity;
  /** Completes the storage of a passkey that was left half-stored. */
  readonly persistence: Persistence | undefined;
}

/** A passkey that was found, in the database or pending. */
interface Known {
  readonly passkey: NewPasskey;
  /** The user that it belongs to, or will belong to. */
  readonly userId: string;
  /** Set if the passkey is not stored yet. */
  readonly pending: Pending | null;
}

/**
 * Verifies a passkey's answer to this challenge (WebAuthn section 7.2). The
 * database decides which user the passkey belongs to; the user handle in the
 * answer is not used for look-up, but must not be another user's.
 *
 * @throws WebAuthnVerificationError, the same for an unknown passkey
 */
export async function proveAuthentication(
  ctx: Context,
  provider: ResolvedWebAuthn,
  { challenge }: Challenge,
  answer: PasskeyAnswer,
): Promise<ProvedPasskey> {
  const known = await findPasskey(ctx, provider, toBase64(answer.id));
  if (known === null) {
    throw new WebAuthnVerificationError("The passkey is not known here.");
  }
  const { counter, isVerified } = await verify(
    ctx,
    provider,
    challenge,
    [answer, known],
  );
  const { passkey, pending, userId } = known;
  await assertHandle(ctx, answer.userHandle, userId);
  if (pending === null) {
    await storeUse(ctx, known, counter);
    const identity = toIdentity(provider, passkey, { user: {} });
    const authentication = toPasskeyProof(ctx, identity, isVerified);
    return {
      identity: { ...identity, authentication, standing: "known" },
      persistence: undefined,
    };
  }
  const { registrant } = pending;
  const identity = toIdentity(provider, passkey, registrant);
  const later = { ...pending, passkey: { ...passkey, counter } };
  return {
    identity: registrant.isNew
      ? { ...identity, newUserId: registrant.userId }
      : { ...identity, standing: "known" },
    persistence: finishPasskey(ctx, later),
  };
}

/** Stores the counter, and the time if the adapter keeps it. */
async function storeUse(
  ctx: Context,
  { passkey, userId }: Known,
  counter: number,
): Promise<void> {
  const adapter = toAdapter(ctx);
  const { credentialID } = passkey;
  if (!adapter.has("updateAuthenticator")) {
    if (counter === passkey.counter) return;
    await adapter.updateAuthenticatorCounter(credentialID, counter);
    return;
  }
  const lastUsedAt = new Date(ctx.now);
  const isStored = await adapter
    .updateAuthenticator({ credentialID, userId, counter, lastUsedAt });
  if (isStored) return;
  throw new WebAuthnVerificationError("The passkey has just been removed.");
}

/** Finds a passkey that can sign in: it needs its account, too. */
async function findPasskey(
  ctx: Context,
  provider: ResolvedWebAuthn,
  credentialID: string,
): Promise<Known | null> {
  const adapter = toAdapter(ctx);
  const stored = await adapter.getAuthenticator(credentialID);
  // A database that compares case-insensitively may find another passkey.
  if (stored !== null && stored.credentialID !== credentialID) return null;
  const pending = stored === null
    ? await findPending(ctx, provider.id, credentialID)
    : null;
  const passkey: NewPasskey | undefined = stored ?? pending?.passkey;
  if (passkey === undefined) return null;
  const account = await adapter.getAccount(
    passkey.providerAccountId,
    provider.id,
  );
  const registrant = pending?.registrant;
  const owner = stored?.userId ?? registrant?.userId;
  if (owner === undefined) return null;
  // A new user's account is created later, possibly under another user id.
  const isOpen = stored === null && registrant?.isNew === true;
  if (account === null) {
    return isOpen ? { passkey, pending, userId: owner } : null;
  }
  const { userId } = account;
  return isOpen || userId === owner ? { passkey, pending, userId } : null;
}

/** @returns the counter that the passkey reported, and whether it verified its user */
async function verify(
  ctx: Context,
  provider: ResolvedWebAuthn,
  challenge: string,
  [{ json }, { passkey }]: readonly [PasskeyAnswer, Known],
): Promise<{ counter: number; isVerified: boolean }> {
  const server = await provider.loadServer();
  const party = toParty(ctx, provider);
  let result: VerifiedAuthentication;
  try {
    result = await server.verifyAuthenticationResponse({
      response: { ...json, response: toAssertion(json.response) },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: provider.verifiesUser.authenticate,
      credential: {
        id: json.id,
        publicKey: decodeBytes(passkey.credentialPublicKey),
        // The counter is checked below, after the signature.
        counter: 0,
      },
    });
  } catch (error) {
    throw new WebAuthnVerificationError("A passkey could not be verified.", {
      cause: error,
    });
  }
  if (!result.verified) {
    throw new WebAuthnVerificationError("A passkey's signature is wrong.");
  }
  const { newCounter: counter, userVerified } = result.authenticationInfo;
  assertCounter(ctx, passkey, counter);
  return { counter, isVerified: userVerified === true };
}

function assertCounter(
  ctx: Context,
  { counter }: Pick<AdapterAuthenticator, "counter">,
  next: number,
): void {
  if (mayFollow(Number(counter), next)) return;
  ctx.effects.log.warn(
    "passkey-counter",
    `A passkey was refused: its counter is ${next}, and was ${counter} before. It may have been copied.`,
  );
  throw new WebAuthnVerificationError("The passkey's counter did not grow.");
}

function toAssertion(response: PasskeyAnswer["json"]["response"]) {
  const { clientDataJSON, authenticatorData = "", signature = "" } = response;
  return { clientDataJSON, authenticatorData, signature };
}
