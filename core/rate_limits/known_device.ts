/**
 * Browsers that have signed in to an account before. A cookie says so, which
 * only we can make: whoever guesses from elsewhere has none, so what they try
 * can be counted apart from what the owner tries.
 *
 * The cookie is a random id, and for each account an entry: a code, a keyed hash
 * of the user, and when the session began. The code is of all these, the person
 * and the site. It signs nobody in, and does not tell who they are. Where the
 * sessions of a user were ended, entries from before do not count.
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

/** What is needed to know a browser again. */
export type DeviceContext = Pick<
  Context,
  "jar" | "now" | "origin" | "settings"
>;

/** Accounts that one browser is known for. */
const MAX_ACCOUNTS = 8;
/** Code and id have 96 bits. */
const CODE = 16;
/** Nine digits for milliseconds since the epoch. */
const FORM = /^[\w-]{16}(?:\.[\w-]{24}[0-9a-z]{9}){1,8}$/;

interface Device {
  readonly id: string;
  readonly entries: readonly string[];
}

/** The session by which a browser is known. */
export interface KnownBy {
  /** `sub` of the session. */
  readonly userId: string;
  /** When it began, in milliseconds since the epoch. */
  readonly began: number;
}

/**
 * The id of a browser that signed in as this person before; null: it did not, or
 * the sessions of its user were ended since.
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
    // A mark that is no number ends what was known.
    if (mark === null || began > Number(mark || NaN)) return device.id;
  }
  return null;
}

/** Lets the browser be known for a person from now on. */
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

/** The entry of a person that is not too old. */
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

/** A neighbour's host may have put a second cookie beside ours. */
function readDevices({ jar }: DeviceContext): Device[] {
  return jar.device.filter((value) => FORM.test(value)).slice(0, 2)
    .map((value) => {
      const [id = "", ...entries] = value.split(".");
      return { id, entries };
    });
}

/** One for each secret, newest first: a rotation forgets nobody. */
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
