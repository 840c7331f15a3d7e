import { toPasskeyProof } from "./passkey_proof.ts";
import type { Context } from "../../request/context.ts";
import type { User } from "../../model/model.ts";
import { fromBase64url, toBase64url } from "../../crypto/base64url.ts";
import {
  AccountNotLinked,
  WebAuthnVerificationError,
} from "../../errors/errors.ts";
import type { Identity } from "../../providers/provider.ts";
import { toAdapter } from "../../session/rows/row.ts";
import type { ResolvedWebAuthn } from "../../providers/webauthn_provider.ts";
import type {
  VerifiedRegistration,
  WebAuthnServer,
} from "../../providers/webauthn_server.ts";
import { encodeBytes, toBase64 } from "./base64.ts";
import type {
  Challenge,
  Registrant,
} from "../../attempts/passkey_challenge.ts";
import type { PasskeyAnswer } from "./data.ts";
import type { NewPasskey, Pending } from "./pending.ts";
import { toParty } from "./relying_party.ts";

/** The result of a proved registration. */
export interface Registration {
  readonly identity: Identity;
  readonly pending: Pending;
}

/**
 * Verifies that a new passkey was made for this challenge (WebAuthn section
 * 7.1).
 *
 * @throws WebAuthnVerificationError, or AccountNotLinked for a known passkey
 */
export async function proveRegistration(
  ctx: Context,
  provider: ResolvedWebAuthn,
  { challenge, registrant }: Challenge,
  answer: PasskeyAnswer,
): Promise<Registration> {
  if (registrant === null) {
    throw new TypeError("a registration is for somebody");
  }
  const passkey = await verify(ctx, provider, challenge, answer);
  await assertNew(ctx, provider, passkey);
  const identity = toIdentity(provider, passkey, registrant);
  const { register: isVerified } = provider.verifiesUser;
  return {
    identity: {
      ...identity,
      authentication: toPasskeyProof(ctx, identity, isVerified),
      standing: "new",
      newUserId: registrant.userId,
    },
    pending: { provider: provider.id, passkey, registrant },
  };
}

/** The identity that a passkey proves, as the account decision expects it. */
export function toIdentity(
  provider: ResolvedWebAuthn,
  { providerAccountId }: Pick<NewPasskey, "providerAccountId">,
  { user }: Pick<Registrant, "user">,
): Identity {
  const { id, type } = provider;
  return {
    // Fields that the application declares on `User` come from its adapter.
    user: { ...user } as User,
    account: { provider: id, providerAccountId, type },
    subject: ["provider", id, providerAccountId],
  };
}

async function verify(
  ctx: Context,
  provider: ResolvedWebAuthn,
  challenge: string,
  { json }: PasskeyAnswer,
): Promise<NewPasskey> {
  const server = await provider.loadServer();
  const party = toParty(ctx, provider);
  const { attestationType, algorithms } = provider.registration;
  const attestation = json.response.attestationObject ?? "";
  let result: VerifiedRegistration;
  try {
    const attestationObject = attestationType === "none"
      ? withoutStatement(server, attestation)
      : attestation;
    result = await server.verifyRegistrationResponse({
      response: { ...json, response: { ...json.response, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: provider.verifiesUser.register,
      ...(algorithms === null
        ? {}
        : { supportedAlgorithmIDs: [...algorithms] }),
    });
  } catch (error) {
    throw new WebAuthnVerificationError(
      "A new passkey could not be verified.",
      { cause: error },
    );
  }
  if (!result.verified) {
    throw new WebAuthnVerificationError("A new passkey proved nothing.");
  }
  const { credential, credentialBackedUp, credentialDeviceType } =
    result.registrationInfo;
  // The id occurs twice: in the JSON, and in the authenticator data.
  if (credential.id !== json.id) {
    throw new WebAuthnVerificationError("A new passkey has two ids.");
  }
  const id = toBase64(credential.id);
  return {
    providerAccountId: id,
    credentialID: id,
    credentialPublicKey: encodeBytes(credential.publicKey),
    counter: credential.counter,
    credentialBackedUp,
    credentialDeviceType,
    transports: json.transports.length === 0 ? null : json.transports.join(","),
  };
}

/**
 * Removes the statement from an attestation object. None was requested, so none
 * is verified: that would mean parsing certificates from a stranger and
 * fetching the URLs in them.
 */
function withoutStatement(server: WebAuthnServer, attestation: string): string {
  const bytes = fromBase64url(attestation) ?? new Uint8Array();
  const authData = server.decodeAttestationObject(bytes).get("authData");
  const { length } = authData;
  const text = (value: string) => [
    0x60 + value.length,
    ...new TextEncoder().encode(value),
  ];
  // CBOR: a map of three, `fmt` first (WebAuthn section 6.5.4).
  return toBase64url(Uint8Array.from([
    0xa3,
    ...text("fmt"),
    ...text("none"),
    ...text("attStmt"),
    0xa0,
    ...text("authData"),
    0x59,
    length >> 8,
    length & 0xff,
    ...authData,
  ]));
}

/**
 * Asserts that a credential's id is new: the client chooses it, so a known one
 * must not lead to an existing user (WebAuthn section 7.1, step 26).
 */
async function assertNew(
  ctx: Context,
  provider: ResolvedWebAuthn,
  { credentialID, providerAccountId }: NewPasskey,
): Promise<void> {
  const adapter = toAdapter(ctx);
  const isKnown = await adapter.getAuthenticator(credentialID) !== null ||
    await adapter.getAccount(providerAccountId, provider.id) !== null;
  if (!isKnown) return;
  const error = new AccountNotLinked("The passkey is known already.");
  error.code = "in_use";
  throw error;
}
