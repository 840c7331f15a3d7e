/**
 * For tests only: a software authenticator that answers as browsers do, and
 * gives false answers where a test needs them (WebAuthn sections 5.8.1, 6.1 and
 * 6.5.1).
 *
 * @module
 */

import { fromBase64url, toBase64url } from "../../crypto/base64url.ts";

/** The parts of an answer that can be falsified. */
export interface Lies {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  /** The flags "user present" and "user verified". */
  flags?: { up?: boolean; uv?: boolean };
  counter?: number;
  userHandle?: string;
  /** The id that a new passkey claims to have. */
  credentialId?: string;
  /** The id outside of the signed data. */
  id?: string;
  /** Signs with another key. */
  wrongKey?: boolean;
  /** The attestation statement, in CBOR. */
  attestation?: { fmt: string; statement: Uint8Array };
}

/** A passkey inside the authenticator. */
export interface SoftPasskey {
  readonly id: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly userName: string;
  readonly key: CryptoKeyPair;
  counter: number;
}

/** A software authenticator. */
export interface SoftAuthenticator {
  readonly passkeys: SoftPasskey[];
  /** How much a passkey's counter grows at each use. */
  readonly step: number;
  /** Makes a passkey, as `navigator.credentials.create` does; returns its JSON. */
  create(options: CreationOptions, lies?: Lies): Promise<string>;
  /** Uses a passkey, as `navigator.credentials.get` does; returns its JSON. */
  get(
    options: RequestOptions,
    lies?: Lies & { use?: SoftPasskey },
  ): Promise<string>;
}

/** The options of the server that are used here. */
export interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string; readonly name: string };
  readonly excludeCredentials?: readonly { readonly id: string }[];
}

/** The options of the server that are used here. */
export interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
}

const ES256 = { name: "ECDSA", namedCurve: "P-256" } as const;

/** Makes an authenticator at an origin. A step of 0 makes one without counters. */
export function createAuthenticator(
  origin: string,
  step = 1,
): SoftAuthenticator {
  const passkeys: SoftPasskey[] = [];
  return {
    passkeys,
    step,
    create: async (options, lies = {}) => {
      const own = passkeys.some(({ id }) =>
        options.excludeCredentials?.some((one) => one.id === id)
      );
      if (own) throw new DOMException("has one", "InvalidStateError");
      const passkey: SoftPasskey = {
        id: lies.credentialId ?? randomId(),
        rpId: options.rp.id,
        userHandle: options.user.id,
        userName: options.user.name,
        key: await createKey(),
        counter: lies.counter ?? 0,
      };
      passkeys.push(passkey);
      const client = toClientData("webauthn.create", origin, options, lies);
      const data = await toAuthData(passkey, lies, await toKeyData(passkey));
      const { fmt, statement } = lies.attestation ??
        { fmt: "none", statement: Uint8Array.of(0xa0) };
      const attestation = concat(
        Uint8Array.of(0xa3),
        cborText("fmt"),
        cborText(fmt),
        cborText("attStmt"),
        statement,
        cborText("authData"),
        cborBytes(data),
      );
      return toJson(lies.id ?? passkey.id, {
        clientDataJSON: toBase64url(client),
        attestationObject: toBase64url(attestation),
        transports: ["internal", "hybrid"],
      });
    },
    get: async (options, { use, ...lies } = {}) => {
      const passkey = use ??
        passkeys.findLast(({ rpId }) => rpId === options.rpId);
      if (passkey === undefined) {
        throw new DOMException("none", "NotAllowedError");
      }
      passkey.counter += step;
      const client = toClientData("webauthn.get", origin, options, lies);
      const data = await toAuthData(passkey, lies, new Uint8Array());
      const { privateKey } = lies.wrongKey ? await createKey() : passkey.key;
      const signature = await crypto.subtle.sign(
        { name: "ECDSA", hash: "SHA-256" },
        privateKey,
        concat(data, await sha256(client)),
      );
      return toJson(lies.id ?? passkey.id, {
        clientDataJSON: toBase64url(client),
        authenticatorData: toBase64url(data),
        signature: toBase64url(toDer(new Uint8Array(signature))),
        userHandle: lies.userHandle ?? passkey.userHandle,
      });
    },
  };
}

function randomId(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(32)));
}

async function createKey(): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey(ES256, true, ["sign", "verify"]);
}

function toJson(id: string, response: object): string {
  return JSON.stringify({
    id,
    rawId: id,
    type: "public-key",
    authenticatorAttachment: "platform",
    clientExtensionResults: {},
    response,
  });
}

function toClientData(
  type: string,
  origin: string,
  { challenge }: { readonly challenge: string },
  lies: Lies,
): Uint8Array<ArrayBuffer> {
  return encode(JSON.stringify({
    type: lies.type ?? type,
    challenge: lies.challenge ?? challenge,
    origin: lies.origin ?? origin,
    crossOrigin: lies.crossOrigin ?? false,
    // Absent if there is none.
    topOrigin: lies.topOrigin,
  }));
}

async function toAuthData(
  { rpId, counter }: SoftPasskey,
  lies: Lies,
  keyData: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const { up = true, uv = true } = lies.flags ?? {};
  // Backup eligible and backed up; with credential data if there is any.
  const flags = (up ? 0x01 : 0) | (uv ? 0x04 : 0) | 0x08 | 0x10 |
    (keyData.length > 0 ? 0x40 : 0);
  const count = new Uint8Array(4);
  new DataView(count.buffer).setUint32(0, lies.counter ?? counter);
  return concat(
    await sha256(encode(lies.rpId ?? rpId)),
    Uint8Array.of(flags),
    count,
    keyData,
  );
}

/** The AAGUID (all zeros), the id, and the public key (COSE, RFC 9053 section 2.1). */
async function toKeyData({ id, key }: SoftPasskey): Promise<Uint8Array> {
  const bytes = fromBase64url(id) ?? new Uint8Array();
  const { x = "", y = "" } = await crypto.subtle.exportKey(
    "jwk",
    key.publicKey,
  );
  const length = new Uint8Array(2);
  new DataView(length.buffer).setUint16(0, bytes.length);
  return concat(
    new Uint8Array(16),
    length,
    bytes,
    // kty: EC2, alg: ES256, crv: P-256
    Uint8Array.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01),
    Uint8Array.of(0x21),
    cborBytes(fromBase64url(x) ?? new Uint8Array()),
    Uint8Array.of(0x22),
    cborBytes(fromBase64url(y) ?? new Uint8Array()),
  );
}

/** Encodes a CBOR text of less than 24 bytes. */
export function cborText(text: string): Uint8Array<ArrayBuffer> {
  return concat(Uint8Array.of(0x60 + text.length), encode(text));
}

/** Encodes CBOR bytes, 24 or more. */
export function cborBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { length } = bytes;
  // The shortest form, the only one allowed in keys (CTAP2 section 8).
  const head = length < 256
    ? Uint8Array.of(0x58, length)
    : Uint8Array.of(0x59, length >> 8, length & 0xff);
  return concat(head, bytes);
}

/** Concatenates byte arrays. */
export function concat(...pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}

/** Converts two numbers of 32 bytes to the DER form of authenticators. */
function toDer(raw: Uint8Array): Uint8Array {
  const numbers = [raw.subarray(0, 32), raw.subarray(32)].map((part) => {
    const from = part.findIndex((byte) => byte !== 0);
    const digits = part.subarray(Math.max(0, from));
    const sign = (digits[0] ?? 0) > 127 ? [0] : [];
    return Uint8Array.of(0x02, digits.length + sign.length, ...sign, ...digits);
  });
  const body = concat(...numbers);
  return concat(Uint8Array.of(0x30, body.length), body);
}

async function sha256(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
