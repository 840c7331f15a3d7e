/**
 * Known browsers, which have signed in to an account before. A cookie that only
 * this library can make proves it: an attacker who guesses from elsewhere has
 * none, so these attempts can be counted apart from the owner's.
 *
 * The cookie is a random id, and for each account an entry: a code, a keyed
 * hash of the user, and the start of the session. The code covers all of these,
 * the person and the site. The cookie does not sign in, and does not disclose
 * the user. Entries from before the user's sessions were ended do not count.
 *
 * @module
 */

import { CLOCK_TOLERANCE } from "../runtime/clock.ts";
import { type CookieChange, DEVICE_MAX_AGE } from "../http/cookies.ts";
import { isEqual } from "../crypto/equal.ts";
import { randomText } from "../crypto/random.ts";
import type { Context } from "../request/context.ts";
import {
  OWNER_LENGTH,
  readDeviceMark,
  toOwners,
} from "../session/revocation/device_mark.ts";

/** The part of a context that is needed to recognise a browser. */
export type DeviceContext = Pick<
  Context,
  "jar" | "now" | "origin" | "settings"
>;

/** Limit of the accounts that one browser is known for. */
const MAX_ACCOUNTS = 8;
/** Length of a code or id, which has 96 bits. */
const CODE = 16;
/**
 * The format of the cookie; a moment has nine digits, for milliseconds since
 * the epoch.
 */
const FORM = /^[\w-]{16}(?:\.[\w-]{24}[0-9a-z]{9}){1,8}$/;

interface Device {
  readonly id: string;
  readonly entries: readonly string[];
}

/** The session that makes a browser known. */
export interface KnownBy {
  /** `sub` of the session. */
  readonly userId: string;
  /** The start of the session, in milliseconds since the epoch. */
  readonly began: number;
}

/**
 * Returns the id of a browser that signed in as this person before; null if it
 * did not, or if the sessions of its user were ended since.
 *
 * @throws StoreError
 */
export async function findDevice(
  ctx: DeviceContext,
  person: string,
): Promise<string | null> {
  for (const device of readDevices(ctx)) {
    const entry = await findEntry(ctx, device, person);
    if (entry === null) continue;
    const { owner, began } = readEntry(entry);
    const mark = await readDeviceMark(ctx.settings, owner);
    // A mark that is not a number ends all earlier entries.
    if (mark === null || began > Number(mark || NaN)) return device.id;
  }
  return null;
}

/** Makes the browser known for a person from now on. */
export async function rememberDevice(
  ctx: DeviceContext,
  person: string,
  { userId, began }: KnownBy,
): Promise<CookieChange> {
  const devices = readDevices(ctx);
  const olds = await Promise.all(
    devices.map((device) => findEntry(ctx, device, person)),
  );
  const at = Math.max(0, olds.findIndex((entry) => entry !== null));
  const device = devices[at] ?? { id: randomText(12), entries: [] };
  const [owner = ""] = await toOwners(ctx.settings, userId);
  const end = owner + began.toString(36).padStart(9, "0");
  const [code = ""] = await toCodes(ctx, device.id, person, end);
  const others = device.entries.filter((entry) => entry !== olds[at]);
  const value = [device.id, code + end, ...others].slice(0, MAX_ACCOUNTS + 1);
  return { role: "device", value: value.join(".") };
}

function readEntry(entry: string): { owner: string; began: number } {
  return {
    owner: entry.slice(CODE, CODE + OWNER_LENGTH),
    began: parseInt(entry.slice(CODE + OWNER_LENGTH), 36),
  };
}

/** Finds the entry of a person, unless it is too old. */
async function findEntry(
  ctx: DeviceContext,
  { id, entries }: Device,
  person: string,
): Promise<string | null> {
  for (const entry of entries) {
    const age = (ctx.now - readEntry(entry).began) / 1000;
    if (!(age >= -CLOCK_TOLERANCE && age <= DEVICE_MAX_AGE)) continue;
    const end = entry.slice(CODE);
    const codes = await toCodes(ctx, id, person, end);
    if (codes.some((code) => isEqual(code + end, entry))) return entry;
  }
  return null;
}

/**
 * Reads up to two cookies, since a neighbouring host may have put a second one
 * beside ours.
 */
function readDevices({ jar }: DeviceContext): Device[] {
  return jar.device.filter((value) => FORM.test(value)).slice(0, 2)
    .map((value) => {
      const [id = "", ...entries] = value.split(".");
      return { id, entries };
    });
}

/**
 * Returns one code for each secret, newest first, so that a rotation forgets no
 * browser.
 */
async function toCodes(
  { origin, settings: { keyring } }: DeviceContext,
  id: string,
  person: string,
  end: string,
): Promise<string[]> {
  const text = JSON.stringify(["device", id, origin, person, end]);
  const codes = await keyring.namesOf(text);
  return codes.map((code) => code.slice(0, CODE));
}
