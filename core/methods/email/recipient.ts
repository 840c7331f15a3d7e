import { isPublic } from "../../config/origin/public_host.ts";
import { ConfigurationError, InvalidAddress } from "../../errors/errors.ts";
import { toAddress } from "../../model/email_address.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import type { Context } from "../../request/context.ts";
import { waitForHost } from "../../runtime/timeout.ts";

/**
 * Refuses a mail whose link would lead to a host that only the request names:
 * otherwise anybody could have a mail sent to somebody else, with a link to a
 * host of their own.
 *
 * @throws ConfigurationError
 */
export function assertMailHost({ origin, request, settings }: Context): void {
  if (request.isHostNamed || !isPublic(settings, origin)) return;
  throw new ConfigurationError([
    `The mail was not sent: its link would lead to "${origin}", which only the request names. Set AUTH_URL to the public address, such as AUTH_URL=https://app.example.com, list the host in \`trustHost\`, or trust the proxy in Express.`,
  ]);
}

/** Returns the normalised form of an address, after the application's own rules. */
export async function readAddress(
  { localDomains, source }: ResolvedEmail,
  input: string,
): Promise<string> {
  let text: unknown = input;
  const { normalizeIdentifier: normalize } = source;
  if (normalize !== undefined && input.length <= 320) {
    try {
      text = await waitForHost(normalize(input), "normalizeIdentifier");
    } catch (error) {
      throw new InvalidAddress("normalizeIdentifier threw.", { cause: error });
    }
  }
  const address = typeof text === "string"
    ? toAddress(text, { localDomains })
    : null;
  if (address === null) {
    throw new InvalidAddress("The form held no single bare e-mail address.");
  }
  return address;
}
