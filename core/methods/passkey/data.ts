import { fromBase64url, isCanonicalBase64url } from "../../crypto/base64url.ts";
import {
  InvalidRequest,
  WebAuthnVerificationError,
} from "../../errors/errors.ts";

/** Characters of the whole answer of a passkey: honest ones are 1 to 3 kB. */
const MAX_DATA = 32_768;
/** Characters of a credential's id: 1023 bytes (WebAuthn section 5.8.3). */
const MAX_ID = 1_364;
/** Characters of a user handle: 64 bytes (WebAuthn section 5.4.3), and twice base64url by older scripts. */
const MAX_HANDLE = 128;

/** What every answer of a passkey has. */
export interface PasskeyAnswer {
  /** The credential's id, as base64url. */
  readonly id: string;
  /** The challenge that it answers. */
  readonly challenge: string;
  /** What it says about whose it is; null: nothing. */
  readonly userHandle: string | null;
  /** As it came, and of the right shape. */
  readonly json: PasskeyJson;
}

/** A credential as JSON (WebAuthn section 5.1.8), all of it texts in base64url. */
export interface PasskeyJson {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly clientExtensionResults: Record<never, never>;
  readonly response: Readonly<Record<string, string>> & {
    readonly clientDataJSON: string;
  };
  /** How the authenticator can be reached; of a new passkey. */
  readonly transports: readonly string[];
}

/** What has to be there besides `clientDataJSON`. */
const PARTS = {
  register: ["attestationObject"],
  authenticate: ["authenticatorData", "signature"],
} as const;

/**
 * Reads the answer of a passkey: its shape and nothing else. Nobody has proved
 * anything yet.
 *
 * @throws InvalidRequest, or WebAuthnVerificationError for an answer that was
 * made inside of another site's page
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

/** From the client data (WebAuthn section 5.8.1), which the passkey has signed, too. */
function readChallenge(clientDataJSON: string): string {
  const bytes = fromBase64url(clientDataJSON) ?? new Uint8Array();
  const { challenge, crossOrigin, topOrigin } = parse(
    new TextDecoder().decode(bytes),
    MAX_DATA,
  );
  // A page of another site must not make somebody sign in inside of it.
  if (crossOrigin === true || topOrigin !== undefined) {
    throw new WebAuthnVerificationError(
      "The passkey was used inside of another site's page.",
    );
  }
  if (!isBytes(challenge)) throw refuse("`challenge` is missing or malformed");
  return challenge;
}

/** Browsers leave it out, or say null, where the authenticator says nothing. */
function readHandle(handle: unknown): string | null {
  if (handle === undefined || handle === null || handle === "") return null;
  if (typeof handle === "string" && handle.length <= MAX_HANDLE) return handle;
  throw refuse("`userHandle` is none");
}

/** Names of transports come from the browser, and go into the database. */
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
    throw refuse("`data` is no JSON object");
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
