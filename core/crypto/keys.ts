import { once } from "../runtime/once.ts";
import type { Awaitable } from "../model/model.ts";
import { fromBase64url, toBase64url } from "./base64url.ts";
import {
  type Engine,
  type EngineKey,
  type EngineSecret,
  findEngine,
} from "./engine.ts";

/** The purpose of a sealed value. Each purpose and each cookie has its own key. */
export interface Purpose {
  readonly name:
    | "session"
    | "attempt"
    | "guard"
    | "silent"
    | "typed"
    | "form"
    | "challenge"
    | "mail"
    | "password"
    | "signout"
    | "return"
    | "rotation"
    | "authentication"
    | "tokens"
    | "factors"
    | "factor"
    | "pending"
    | "enrolment"
    | "address change"
    | "address undo"
    | "remembered"
    | "diagnosis";
  /**
   * The effective cookie name, so that values cannot be moved between cookies;
   * empty if no browser is given the value.
   */
  readonly cookie: string;
  /** The longest validity of a value of this purpose, in seconds. */
  readonly maxAge: number;
  /**
   * Whether a value says when it was sealed, and opens for exactly `maxAge`. Any
   * other opens until the key of its day is too old.
   */
  readonly isDated?: true;
}

/** A key, and the header of the values that are sealed with it. */
export interface SealKey {
  /** Protected header of a JWE, as base64url. */
  readonly header: string;
  readonly key: EngineKey;
  /** Days since the epoch. */
  readonly day: number;
  /** Whether its secret is no longer the first. */
  readonly outdated: boolean;
}

/**
 * The keys of a list of secrets. Keys are derived by purpose, cookie name and
 * day: AES-GCM with random nonces is sound for 2^32 seals per key, and a key
 * per day stays far below that at any scale.
 */
export interface Keyring {
  readonly engine: Engine;
  /**
   * Counts the values that open with these secrets. It is here because the
   * keyring is all that requests with the same secrets share.
   */
  readonly tally: Tally;
  /** Returns the id of each secret, newest first. It is public, as part of each token's `kid`. */
  ids(): Promise<readonly string[]>;
  /**
   * Returns the names that stand for a text in a store and authenticate it: 32
   * bytes as base64url, the same each time. Without the secret, a name can
   * neither be traced to its text, not even by guessing, nor be forged. There
   * is one for each secret, newest first, so that stored entries outlive a
   * rotation.
   */
  namesOf(text: string): Promise<readonly string[]>;
  /** Returns the key of a day that new values are sealed with. */
  sealing(purpose: Purpose, day: number): Promise<SealKey>;
  /** Returns the key that a header names, or null if a value of today cannot have it. */
  opening(
    purpose: Purpose,
    header: string,
    today: number,
  ): Awaitable<SealKey | null>;
}

/** Counts how well the secrets fit the session cookies that browsers send. */
export interface Tally {
  /** The number of session reads whose cookie opened. */
  opened: number;
  /** Parts of different session cookies that no secret opened. */
  readonly lost: Set<string>;
}

/** A key, and the purpose that it is for. */
interface OwnKey extends SealKey, Pick<Purpose, "name" | "cookie"> {}

/** A cache of keys by header. */
interface KeyCache {
  find(purpose: Purpose, header: string): SealKey | undefined;
  add(key: OwnKey): SealKey;
}

function createKeyCache(): KeyCache {
  const lists = new Map<string, OwnKey[]>();
  let size = 0;
  return {
    // At most a few purposes share a header: scanning them is faster than
    // building a text of all three.
    find: ({ name, cookie }, header) => {
      for (const one of lists.get(header) ?? []) {
        if (one.name === name && one.cookie === cookie) return one;
      }
    },
    add: (key) => {
      if (size >= MAX_KEYS) {
        lists.clear();
        size = 0;
      }
      size++;
      lists.set(key.header, [...lists.get(key.header) ?? [], key]);
      return key;
    },
  };
}

/** The limit on derived keys that are cached; a session that lives 400 days needs 400. */
const MAX_KEYS = 2000;
const DAY = 86_400;
const encoder = new TextEncoder();

/** Creates the keyring of a list of secrets, newest first. Nothing is derived until it is needed. */
export function createKeyring(
  secrets: readonly string[],
  engine: Engine = findEngine(),
): Keyring {
  const keys = createKeyCache();
  const prepared = secrets.map((secret) =>
    once(async () => await engine.importSecret(secret))
  );
  // Values are sealed all day under one header.
  let latest = { day: NaN, header: "" };
  const readAs = <T>(read: (secret: EngineSecret) => Promise<T>) =>
    Promise.all(prepared.map(async (prepare) => await read(await prepare())));
  const readIds = once(() => readAs((secret) => toId(engine, secret)));

  const find = async (purpose: Purpose, header: string, kid: Kid) => {
    const known = keys.find(purpose, header);
    if (known !== undefined) return known;
    const index = (await readIds()).indexOf(kid.secretId);
    const prepare = prepared[index];
    if (prepare === undefined) return null;
    const key = await derive(engine, await prepare(), purpose, kid);
    // Another caller may have been waiting for the same key.
    const first = keys.find(purpose, header);
    if (first !== undefined) return first;
    const { name, cookie } = purpose;
    const outdated = index > 0;
    return keys.add({ name, cookie, header, key, day: kid.day, outdated });
  };

  return {
    engine,
    tally: { opened: 0, lost: new Set() },
    ids: readIds,
    namesOf: async (text) => {
      const info = toInfo(["name", await engine.hash(text)]);
      return await readAs(async (secret) =>
        toBase64url(await engine.derive(secret, info, 32))
      );
    },
    sealing: async (purpose, day) => {
      const [secretId] = await readIds();
      if (secretId === undefined) throw new TypeError("no secret");
      const kid = { secretId, day };
      if (latest.day !== day) latest = { day, header: toHeader(kid) };
      return await find(purpose, latest.header, kid) as SealKey;
    },
    opening: (purpose, header, today) => {
      const known = keys.find(purpose, header);
      const kid = known ?? readHeader(header);
      if (kid === null || !isCurrent(purpose, kid.day, today)) return null;
      // If no key is known, this was read from the header.
      return known ?? find(purpose, header, kid as Kid);
    },
  };
}

/** Whether a value of that day could still be valid; no other keys are derived. */
function isCurrent(purpose: Purpose, day: number, today: number): boolean {
  const oldest = today - Math.ceil(purpose.maxAge / DAY) - 1;
  return day >= oldest && day <= today + 1;
}

/** The parts of a key id. */
export interface Kid {
  readonly secretId: string;
  readonly day: number;
}

function toHeader({ secretId, day }: Kid): string {
  const kid = `${secretId}.${day.toString(36)}`;
  return toBase64url(
    encoder.encode(`{"alg":"dir","enc":"A256GCM","kid":"${kid}"}`),
  );
}

/** The library's own header text exactly: no other algorithm, no `zip`, no `crit`, no second spelling. */
const HEADER =
  /^\{"alg":"dir","enc":"A256GCM","kid":"([A-Za-z0-9_-]{11})\.([0-9a-z]{1,6})"\}$/;
/** Keeps a byte order mark, so that a header with one does not match. */
const asWritten = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads the key id in the header of a sealed value; null for a header that the library did not write. */
export function readHeader(header: string): Kid | null {
  const bytes = header.length > 200 ? null : fromBase64url(header);
  const match = bytes && HEADER.exec(asWritten.decode(bytes));
  if (!match) return null;
  const [, secretId = "", written = ""] = match;
  const day = parseInt(written, 36);
  return day.toString(36) === written ? { secretId, day } : null;
}

async function toId(engine: Engine, secret: EngineSecret): Promise<string> {
  return toBase64url(await engine.derive(secret, toInfo(["id"]), 8));
}

async function derive(
  engine: Engine,
  secret: EngineSecret,
  { name, cookie }: Purpose,
  kid: Kid,
): Promise<EngineKey> {
  const info = toInfo(["key", name, cookie, kid.day]);
  const bytes = await engine.derive(secret, info, 32);
  return await engine.importKey(bytes, toHeader(kid));
}

/** Encodes the parts of the info text as JSON, so that no two lists give the same text. */
function toInfo(parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}
