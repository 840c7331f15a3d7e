/**
 * Checks that only a signature of the issuer counts.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { CannotTry } from "../cannot_try.ts";
import { type Check, refuses } from "../check.ts";
import type { Authority } from "../authority.ts";
import type { Probe } from "../probe.ts";
import type { TokenChange } from "../tokens.ts";

/** Checks that only a signature of the issuer counts. */
export const signatureChecks: readonly Check[] = [
  refuses({
    id: "signature.none",
    title: "a token without a signature (`alg: none`) is refused",
    rule: "RFC 9068, section 4; RFC 8725, section 3.1",
    mend: "List the algorithms that you accept; `none` is not one of them.",
    tokens: () =>
      ["none", "None", "NONE", "nOnE"].map((alg) => ({
        header: { alg },
        signer: () => "",
      })),
  }),
  refuses({
    id: "signature.empty",
    title: "a token with an empty signature is refused",
    rule: "RFC 7515, section 5.2",
    mend: "Verify the signature with a library, and trust no other answer.",
    tokens: () => [{ signer: () => "", note: "an empty signature" }],
  }),
  refuses({
    id: "signature.broken",
    title: "a token with a wrong signature is refused",
    rule: "RFC 7515, section 5.2; RFC 9068, section 4",
    mend: "Verify the signature; to decode a token is not to verify it.",
    tokens: ({ tokens: { valid } }) => {
      const [header = "", claims = "", signature = ""] = valid.split(".");
      if (signature === "") {
        throw new CannotTry("The token that was given is not a JWT.");
      }
      // The last letter has bits that mean nothing.
      const changed = signature.startsWith("A") ? "B" : "A";
      const zeros = Buffer.alloc(Buffer.from(signature, "base64url").length);
      return [
        `${header}.${claims}.${changed}${signature.slice(1)}`,
        `${header}.${claims}.${zeros.toString("base64url")}`,
      ];
    },
  }),
  refuses({
    id: "signature.changed-claims",
    title: "a token whose claims were changed after it was signed is refused",
    rule: "RFC 7515, section 5.2",
    mend: "Read the claims from what was verified, not from the token.",
    tokens: ({ tokens: { valid } }) => {
      const signature = valid.split(".")[2] ?? "";
      return [{
        claims: { sub: "another-user" },
        signer: () => signature,
        note: "the signature of another token",
      }];
    },
  }),
  refuses({
    id: "signature.public-key",
    title: "a token signed with the public key as an HS256 secret is refused",
    rule: "RFC 8725, sections 2.1 and 3.1",
    mend:
      "Accept no symmetric algorithm from an issuer that publishes its keys.",
    tokens: (probe) => forgeWithPublicKey(getAuthority(probe)),
  }),
  refuses({
    id: "signature.no-secret",
    title: "a token signed with an empty HS256 secret is refused",
    rule: "RFC 8725, sections 3.1 and 3.5",
    mend:
      "Accept no symmetric algorithm, and use `kid` for nothing but to choose among the issuer's keys.",
    tokens: () =>
      ["../../../../dev/null", "' UNION SELECT '", ""].map((kid) => ({
        header: { alg: "HS256", kid },
        signer: (text) => toMac("", text),
        note: "an empty secret",
      })),
  }),
  refuses({
    id: "signature.other-key",
    title: "a token with a published `kid` that another key signed is refused",
    rule: "RFC 7515, section 5.2",
    mend: "Verify the signature with the key that `kid` names.",
    tokens: () => [{ signer: "attacker" }],
  }),
  refuses({
    id: "signature.unknown-kid",
    title: "a token with an unknown `kid` is refused",
    rule: "RFC 9068, section 4; RFC 7515, section 4.1.4",
    mend: "Refuse a token whose key the issuer does not publish.",
    tokens: () => [{ header: { kid: "unknown" }, signer: "attacker" }],
  }),
  refuses({
    id: "signature.no-kid",
    title: "a token without a `kid` that another key signed is refused",
    rule: "RFC 9068, section 4",
    mend: "Verify the signature if there is no `kid`, too.",
    tokens: () => [{ header: { kid: undefined }, signer: "attacker" }],
  }),
  refuses({
    id: "signature.other-tenant",
    title: "a token that another tenant of the issuer signed is refused",
    rule: "RFC 9068, section 4; RFC 8725, section 3.8",
    mend: "Keep the keys of each issuer apart.",
    tokens: (probe) => {
      const { kid } = getAuthority(probe).tenant.key;
      return [{ header: { kid }, signer: "tenant" }];
    },
  }),
  refuses({
    id: "signature.embedded-key",
    title: "a key in the token itself (`jwk`) does not count",
    rule: "RFC 7515, section 4.1.3; RFC 8725, section 3.8",
    mend: "Take keys from the issuer's metadata, never from the token.",
    tokens: ({ attacker: { key: { jwk, kid } } }) => [
      { header: { jwk }, signer: "attacker" },
      { header: { jwk: { ...jwk, kid }, kid }, signer: "attacker" },
    ],
  }),
  ...["jku", "x5u"].map(toLinkCheck),
  refuses({
    id: "signature.critical",
    title: "a token with an unknown critical header is refused",
    rule: "RFC 7515, section 4.1.11",
    mend: "Refuse a token whose `crit` names what you do not implement.",
    tokens: (probe) => {
      getAuthority(probe);
      const header = { crit: ["https://probe.example/c"] };
      return [{ header: { ...header, "https://probe.example/c": 1 } }];
    },
  }),
];

/** The check of a header that names a URL of the attacker's. */
function toLinkCheck(name: string): Check {
  return {
    id: `signature.${name}`,
    title: `the URL of keys in a token (\`${name}\`) is not fetched`,
    rule: "RFC 8725, section 3.10; RFC 7515, section 4.1",
    level: "must",
    mend: `Ignore \`${name}\`: take keys from the issuer's metadata.`,
    run: async (probe) => {
      const { key, url, asked } = probe.attacker;
      const path = `/${name}`;
      const header = { [name]: url + path, kid: key.kid };
      const token = probe.tokens.make({ header, signer: "attacker" });
      const note = `${name} of the attacker`;
      const exchange = await probe.knock({ token, note });
      const isIn = exchange.status >= 200 && exchange.status < 300;
      return isIn || asked.has(path) ? exchange : null;
    },
  };
}

function getAuthority({ authority }: Probe): Authority {
  if (authority !== null) return authority;
  throw new CannotTry("This needs the keys of the issuer.");
}

/** The forms of a public key that libraries have taken for a secret. */
function forgeWithPublicKey({ key }: Authority): TokenChange[] {
  const { publicKey, jwk } = key;
  const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
  const der = publicKey.export({ format: "der", type: "spki" });
  const secrets: [string | Uint8Array, string][] = [
    [pem, "PEM"],
    [pem.trim(), "PEM without its last line feed"],
    [der, "DER"],
    [JSON.stringify(jwk), "JWK"],
  ];
  return secrets.map(([secret, form]) => ({
    header: { alg: "HS256" },
    signer: (text) => toMac(secret, text),
    note: `the public key as ${form}`,
  }));
}

function toMac(secret: string | Uint8Array, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}
