import type { Context } from "../../request/context.ts";
import { toAddress } from "../../model/email_address.ts";
import { CallbackRouteError, InvalidRequest } from "../../errors/errors.ts";
import { signsUp } from "./passkey_model.ts";
import { callHost } from "../../runtime/timeout.ts";
import type {
  ResolvedWebAuthn,
  WebAuthnUserInfo,
} from "../../providers/webauthn_provider.ts";
import type { Registrant } from "../../attempts/passkey_challenge.ts";

const MAX_FIELD = 256;

/**
 * Reads the user who wants to sign up, from the form or from the application's
 * `getUserInfo`. It does not look up the address: the response is the same for
 * a known address as for an unknown one.
 *
 * @throws InvalidRequest if sign-up is not possible here, or without a usable
 * address
 */
export async function readSignUp(
  ctx: Context,
  provider: ResolvedWebAuthn,
): Promise<Registrant> {
  if (!signsUp(provider)) {
    throw new InvalidRequest(
      "Invalid request: sign-up with a passkey is not available.",
    );
  }
  const info = await askHost(ctx, provider, readFields(ctx, provider));
  const { email, name = null, image = null } = info?.user ?? {};
  // The same form that a mail would be sent to: a mail may verify the address later.
  const address = typeof email === "string" ? toAddress(email) : null;
  if (address === null) {
    throw new InvalidRequest("Invalid request: there is no usable address.");
  }
  return {
    userId: crypto.randomUUID(),
    isNew: true,
    user: { email: address, name, image },
  };
}

/** Reads the declared fields that occur once and are not too long. */
function readFields(
  { request: { query } }: Context,
  { formFields }: ResolvedWebAuthn,
): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const name of Object.keys(formFields)) {
    const [value, ...more] = query.getAll(name);
    if (value === undefined || more.length > 0) continue;
    if (value.length <= MAX_FIELD) fields[name] = value;
  }
  return fields;
}

async function askHost(
  ctx: Context,
  { id, getUserInfo }: ResolvedWebAuthn,
  query: Readonly<Record<string, string>>,
): Promise<WebAuthnUserInfo | null> {
  const { adapter } = ctx.effects;
  if (!getUserInfo || adapter === null) {
    return { user: { email: query.email } };
  }
  const request = { method: ctx.request.method, query };
  return await callHost(
    { name: "getUserInfo", provider: id, failure: CallbackRouteError },
    () => getUserInfo({ adapter }, request),
  );
}
