/**
 * Browsers that have signed in to an account before. A cookie says so, which
 * only we can make: whoever guesses from elsewhere has none, so what they try
 * can be counted apart from what the owner tries.
 *
 * The cookie is a random id, and for each account a day with a code of id,
 * person, site and day. It signs nobody in, and does not tell who they are.
 *
 * @module
 */

import { type CookieChange, DEVICE_MAX_AGE } from "./cookies.ts";
import { isEqual } from "./crypto/equal.ts";
import { randomText } from "./crypto/random.ts";
import type { Context } from "./context.ts";

/** What is needed to know a browser again. */
export type DeviceContext = Pick<
  Context,
  "jar" | "now" | "origin" | "settings"
>;

/** Accounts that one browser is known for. */
const MAX_ACCOUNTS = 8;
const DAY = 86_400;
/** An id, and entries of a code and its day; id and code have 96 bits. */
const FORM = /^[\w-]{16}(?:\.[\w-]{16}[0-9a-z]{4}){1,8}$/;

interface Device {
  readonly id: string;
  readonly entries: readonly string[];
}

/** The id of a browser that signed in as this person before; null: it did not. */
export async function findDevice(
  ctx: DeviceContext,
  person: string,
): Promise<string | null> {
  for (const device of readDevices(ctx)) {
    if (await findEntry(ctx, device, person) !== null) return device.id;
  }
  return null;
}

/** Lets the browser be known for a person from now on. */
export async function rememberDevice(
  ctx: DeviceContext,
  person: string,
): Promise<CookieChange> {
  const known = await findDevice(ctx, person);
  const devices = readDevices(ctx);
  const device = devices.find(({ id }) => id === known) ?? devices[0] ??
    { id: randomText(12), entries: [] };
  const old = await findEntry(ctx, device, person);
  const [own = ""] = await toEntries(ctx, device.id, person, toDay(ctx));
  const others = device.entries.filter((entry) => entry !== old);
  const value = [device.id, own, ...others].slice(0, MAX_ACCOUNTS + 1);
  return { role: "device", value: value.join(".") };
}

/** The entry of a person that still counts. */
async function findEntry(
  ctx: DeviceContext,
  { id, entries }: Device,
  person: string,
): Promise<string | null> {
  const today = toDay(ctx);
  for (const entry of entries) {
    const day = parseInt(entry.slice(16), 36);
    if (day > today + 1 || day < today - DEVICE_MAX_AGE / DAY) continue;
    const own = await toEntries(ctx, id, person, day);
    if (own.some((one) => isEqual(one, entry))) return entry;
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
async function toEntries(
  { origin, settings: { keyring } }: DeviceContext,
  id: string,
  person: string,
  day: number,
): Promise<string[]> {
  const text = JSON.stringify(["device", id, origin, person, day]);
  const codes = await keyring.namesOf(text);
  const end = day.toString(36).padStart(4, "0");
  return codes.map((code) => code.slice(0, 16) + end);
}

function toDay({ now }: DeviceContext): number {
  return Math.floor(now / 1000 / DAY);
}
