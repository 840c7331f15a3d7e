import { fromBase64url, isCanonicalBase64url } from "../../crypto/base64url.ts";
import {
  InvalidRequest,
  WebAuthnVerificationError,
} from "../../errors/errors.ts";

/** Maximum characters of a passkey's answer: legitimate ones are 1 to 3 kB. */
const MAX_DATA = 32_768;
/** Maximum characters of a credential's id: 1023 bytes (WebAuthn section 5.8.3). */
const MAX_ID = 1_364;
/**
 * Maximum characters of a user handle: 64 bytes (WebAuthn section 5.4.3), which
 * older scripts encode as base64url twice.
 */
const MAX_HANDLE = 128;

/** The parts that every answer of a passkey has. */
export interface PasskeyAnswer {
  /** The credential's id, as base64url. */
  readonly id: string;
  /** The challenge that it answers. */
  readonly challenge: string;
  /** The user handle in the answer; null if there is none. */
  readonly userHandle: string | null;
  /** The answer as received, with its shape checked. */
  readonly json: PasskeyJson;
}

/** A credential as JSON (WebAuthn section 5.1.8); all values are base64url strings. */
export interface PasskeyJson {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly clientExtensionResults: Record<never, never>;
  readonly response: Readonly<Record<string, string>> & {
    readonly clientDataJSON: string;
  };
  /** The ways to reach the authenticator; only for a new passkey. */
  readonly transports: readonly string[];
}

/** The members required besides `clientDataJSON`. */
const PARTS = {
  register: ["attestationObject"],
  authenticate: ["authenticatorData", "signature"],
} as const;

/**
 * Parses a passkey's answer. Only its shape is checked; nothing is proved yet.
 *
 * @throws InvalidRequest, or WebAuthnVerificationError for an answer that was
 * made inside another site's page
 */
export function readAnswer(
  ceremony: "register" | "authenticate",
  text: string | undefined,
): PasskeyAnswer {
  const json = parse(text, MAX_DATA);
  const { id, rawId, type } = json;
  if (!isBytes(id) || id.length > MAX_ID || rawId !== id) {
    throw refuse("`id` is not that of a credential");
  }
  if (type !== "public-key") throw refuse("`type` is not `public-key`");
  const given = toRecord(json.response);
  const response: Record<string, string> = {};
  for (const name of ["clientDataJSON", ...PARTS[ceremony]]) {
    const part = given[name];
    if (!isBytes(part)) throw refuse(`\`${name}\` is missing or malformed`);
    response[name] = part;
  }
  const { clientDataJSON = "" } = response;
  return {
    id,
    challenge: readChallenge(clientDataJSON),
    userHandle: readHandle(given.userHandle),
    json: {
      id,
      rawId: id,
      type,
      clientExtensionResults: {},
      response: { ...response, clientDataJSON },
      transports: readTransports(given.transports),
    },
  };
}

/**
 * Reads the challenge from the client data (WebAuthn section 5.8.1), which is
 * covered by the passkey's signature.
 */
function readChallenge(clientDataJSON: string): string {
  const bytes = fromBase64url(clientDataJSON) ?? new Uint8Array();
  const { challenge, crossOrigin, topOrigin } = parse(
    new TextDecoder().decode(bytes),
    MAX_DATA,
  );
  // A page of another site must not be able to sign a user in within a frame.
  if (crossOrigin === true || topOrigin !== undefined) {
    throw new WebAuthnVerificationError(
      "The passkey was used inside another site's page.",
    );
  }
  if (!isBytes(challenge)) throw refuse("`challenge` is missing or malformed");
  return challenge;
}

/** Reads the user handle. It is absent or null if the authenticator sends none. */
function readHandle(handle: unknown): string | null {
  if (handle === undefined || handle === null || handle === "") return null;
  if (typeof handle === "string" && handle.length <= MAX_HANDLE) return handle;
  throw refuse("`userHandle` is malformed");
}

/** Sanitises the transport names: they come from the browser and go into the database. */
function readTransports(transports: unknown): readonly string[] {
  if (!Array.isArray(transports)) return [];
  const names = transports.slice(0, 8).filter((one) =>
    typeof one === "string" && /^[a-z-]{1,20}$/.test(one)
  );
  return [...new Set<string>(names)];
}

function parse(
  text: string | undefined,
  most: number,
): Readonly<Record<string, unknown>> {
  if (text === undefined || text.length > most) {
    throw refuse("`data` is missing or too long");
  }
  try {
    return toRecord(JSON.parse(text));
  } catch {
    throw refuse("`data` is not a JSON object");
  }
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw refuse("`data` has another shape");
}

function isBytes(value: unknown): value is string {
  return typeof value === "string" && value !== "" &&
    isCanonicalBase64url(value);
}

function refuse(what: string): InvalidRequest {
  return new InvalidRequest(`The answer of a passkey: ${what}.`);
}
