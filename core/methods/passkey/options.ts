import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import { fromBase64url } from "../../crypto/base64url.ts";
import { toAdapter } from "../../session/rows/row.ts";
import type { ResolvedWebAuthn } from "../../providers/webauthn_provider.ts";
import { fromBase64 } from "./base64.ts";
import type { Registrant } from "../../attempts/passkey_challenge.ts";
import { toHandle } from "./handle.ts";
import { toParty } from "./relying_party.ts";

/**
 * The options a browser needs to use a passkey. They list no credentials: the
 * authenticator knows which users it has passkeys for, and the options do not
 * reveal which addresses have any.
 *
 * @param challenge as base64url
 */
export async function makeAuthenticationOptions(
  ctx: Context,
  provider: ResolvedWebAuthn,
  challenge: string,
): Promise<object> {
  const { id } = toParty(ctx, provider);
  const { generateAuthenticationOptions } = await provider.loadServer();
  const options = await generateAuthenticationOptions({
    ...provider.authentication,
    rpID: id,
    challenge: toBytes(challenge),
  });
  return options;
}

/**
 * The options a browser needs to create a passkey. It must be discoverable:
 * found by the authenticator itself, without a credential id.
 *
 * @param challenge as base64url
 */
export async function makeRegistrationOptions(
  ctx: Context,
  provider: ResolvedWebAuthn,
  challenge: string,
  { userId, isNew, user }: Registrant,
): Promise<object> {
  const party = toParty(ctx, provider);
  const { generateRegistrationOptions } = await provider.loadServer();
  const { timeout, attestationType, algorithms, attachment, userVerification } =
    provider.registration;
  return await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    challenge: toBytes(challenge),
    userID: toBytes(await toHandle(userId)),
    userName: user.email || user.name || party.name,
    userDisplayName: user.name ?? "",
    timeout,
    attestationType,
    excludeCredentials: isNew ? [] : await listOwn(ctx, userId),
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

/** The registrant for a stored user. */
export function toRegistrant({ id, name, email }: AdapterUser): Registrant {
  const user = { name: name ?? null, email: email ?? null };
  return { userId: id, isNew: false, user };
}

/** Lists the user's passkeys: an authenticator that has one does not make a second. */
async function listOwn(
  ctx: Context,
  userId: string,
): Promise<{ id: string; transports: string[] }[]> {
  const own = await toAdapter(ctx).listAuthenticatorsByUserId(userId);
  return own.map(({ credentialID, transports }) => ({
    id: fromBase64(credentialID),
    transports: transports?.split(",").filter(Boolean) ?? [],
  }));
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  return fromBase64url(base64url) ?? new Uint8Array();
}
