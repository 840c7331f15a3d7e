/**
 * Sign-in by mail through Amazon SES (API version 2).
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";
import type { MailCrypto } from "../core/providers/email_provider.ts";

/** Options of {@link AmazonSES} in addition to those of every e-mail provider. */
export interface AmazonSESOptions {
  /** AWS region, such as `eu-central-1`. */
  region: string;
  /** The access key id. Default: the part of `apiKey` before a colon. */
  accessKeyId?: string | undefined;
  /** The secret access key. Default: the part of `apiKey` after a colon. */
  secretAccessKey?: string | undefined;
}

/**
 * Sign-in by mail through Amazon SES (API version 2). The key is the access key
 * id, a colon, and the secret access key.
 *
 * @see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 *
 * @example
 * ```ts
 * import { AmazonSES } from "@latchkey/auth/providers/amazon-ses";
 *
 * // Sender and key from AUTH_AMAZON_SES_FROM and AUTH_AMAZON_SES_KEY.
 * const providers = [AmazonSES({ region: "eu-central-1" })];
 * ```
 */
export const AmazonSES: EmailFactory<AmazonSESOptions> = defineEmail<
  AmazonSESOptions
>(({ region, accessKeyId, secretAccessKey }) => {
  if (!region) throw new TypeError("amazon-ses needs the option `region`.");
  return {
    id: "amazon-ses",
    apiKey: accessKeyId && secretAccessKey
      ? `${accessKeyId}:${secretAccessKey}`
      : undefined,
    toRequest: async (
      { apiKey, from, to, subject, html, text, now, crypto },
    ) => {
      const [keyId = "", key = ""] = apiKey.split(":");
      const body = {
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: {
            Subject: { Data: subject },
            Body: { Text: { Data: text }, Html: { Data: html } },
          },
        },
      };
      const host = `email.${region}.amazonaws.com`;
      const path = "/v2/email/outbound-emails";
      const headers = await sign(crypto, {
        host,
        path,
        body: JSON.stringify(body),
        region,
        keyId,
        key,
        now,
      });
      return { url: `https://${host}${path}`, headers, body };
    },
  };
});

/** Input of a signature. */
interface Unsigned {
  readonly host: string;
  readonly path: string;
  readonly body: string;
  readonly region: string;
  readonly keyId: string;
  readonly key: string;
  readonly now: Date;
}

/** Signs a JSON POST with AWS Signature Version 4 and returns the headers. */
async function sign(
  { hmac, sha256 }: MailCrypto,
  { host, path, body, region, keyId, key, now }: Unsigned,
): Promise<Record<string, string>> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const signed = "content-type;host;x-amz-date";
  const request = [
    "POST",
    path,
    "",
    "content-type:application/json",
    `host:${host}`,
    `x-amz-date:${time}`,
    "",
    signed,
    toHex(await sha256(body)),
  ].join("\n");
  const scope = [day, region, "ses", "aws4_request"];
  let derived = new TextEncoder().encode(`AWS4${key}`);
  for (const part of scope) {
    derived = Uint8Array.from(await hmac(derived, part));
  }
  const signature = toHex(
    await hmac(
      derived,
      [
        "AWS4-HMAC-SHA256",
        time,
        scope.join("/"),
        toHex(await sha256(request)),
      ].join("\n"),
    ),
  );
  return {
    "x-amz-date": time,
    authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${
      scope.join("/")
    }, SignedHeaders=${signed}, Signature=${signature}`,
  };
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export default AmazonSES;
