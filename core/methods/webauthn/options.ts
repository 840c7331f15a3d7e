import type { AdapterUser } from "../../adapter.ts";
import type { Context } from "../../context.ts";
import { fromBase64url } from "../../crypto/base64url.ts";
import { randomText } from "../../crypto/random.ts";
import { hash } from "../../crypto/hash.ts";
import { toAdapter } from "../../session/row.ts";
import type { ResolvedWebAuthn } from "../../webauthn_provider.ts";
import { fromBase64 } from "./base64.ts";
import type { Registrant } from "./challenge.ts";
import { loadPeer } from "./peer.ts";
import { toParty } from "./relying_party.ts";

/**
 * What a browser needs to use a passkey. It names no credential: the
 * authenticator knows whose passkeys it has, and nobody learns from us which
 * address has any.
 *
 * @param challenge as base64url
 */
export async function makeAuthenticationOptions(
  ctx: Context,
  provider: ResolvedWebAuthn,
  challenge: string,
): Promise<object> {
  const { id } = toParty(ctx, provider);
  const { generateAuthenticationOptions } = await loadPeer();
  const options = await generateAuthenticationOptions({
    ...provider.authentication,
    rpID: id,
    challenge: toBytes(challenge),
  });
  return options;
}

/**
 * What a browser needs to make a passkey. Only one that the authenticator
 * itself finds again is of use here.
 *
 * @param challenge as base64url
 */
export async function makeRegistrationOptions(
  ctx: Context,
  provider: ResolvedWebAuthn,
  challenge: string,
  { userId, user }: Registrant,
): Promise<object> {
  const party = toParty(ctx, provider);
  const { generateRegistrationOptions } = await loadPeer();
  const { timeout, attestationType, algorithms, attachment, userVerification } =
    provider.registration;
  return await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    challenge: toBytes(challenge),
    userID: await toHandle(userId),
    userName: user.email || user.name || party.name,
    userDisplayName: user.name ?? "",
    timeout,
    attestationType,
    excludeCredentials: await listOwn(ctx, userId),
    authenticatorSelection: {
      ...(attachment === undefined
        ? {}
        : { authenticatorAttachment: attachment }),
      residentKey: "required",
      requireResidentKey: true,
      userVerification,
    },
    ...(algorithms === null ? {} : { supportedAlgorithmIDs: [...algorithms] }),
  });
}

/** What the registrant of a stored user is. */
export function toRegistrant({ id, name, email }: AdapterUser): Registrant {
  return { userId: id, user: { name: name ?? null, email: email ?? null } };
}

/**
 * The id that an authenticator files its passkeys under: the same for all of a
 * user, so that a second one takes the place of the first there. It says
 * nothing about them (WebAuthn section 14.6.1), and finds nobody.
 */
async function toHandle(
  userId: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const text = userId === null
    ? randomText(32)
    : await hash(JSON.stringify(["latchkey passkey", userId]));
  return toBytes(text);
}

/** An authenticator that has one already makes no second one. */
async function listOwn(
  ctx: Context,
  userId: string | null,
): Promise<{ id: string; transports: string[] }[]> {
  if (userId === null) return [];
  const own = await toAdapter(ctx).listAuthenticatorsByUserId(userId);
  return own.map(({ credentialID, transports }) => ({
    id: fromBase64(credentialID),
    transports: transports?.split(",").filter(Boolean) ?? [],
  }));
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  return fromBase64url(base64url) ?? new Uint8Array();
}
