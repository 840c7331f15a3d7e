/**
 * Browsers that have signed in to an account before. A cookie says so, which
 * only we can make: whoever guesses from elsewhere has none, so what they try
 * can be counted apart from what the owner tries.
 *
 * The cookie is a random id, and for each account a code of id and account. It
 * signs nobody in, and does not tell which accounts they are.
 *
 * @module
 */

import type { CookieChange } from "./cookies.ts";
import { isEqual } from "./crypto/equal.ts";
import { randomText } from "./crypto/random.ts";
import type { Context } from "./context.ts";

/** What is needed to know a browser again. */
export type DeviceContext = Pick<Context, "jar" | "settings">;

/** Accounts that one browser is known for. */
const MAX_ACCOUNTS = 8;
/** Characters of an id, and of a code: 96 bits. */
const LENGTH = 16;
const FORM = new RegExp(
  `^[\\w-]{${LENGTH}}(?:\\.[\\w-]{${LENGTH}}){1,${MAX_ACCOUNTS}}$`,
);

/** The id of a browser that signed in to an account before; null: it did not. */
export async function findDevice(
  ctx: DeviceContext,
  account: string,
): Promise<string | null> {
  for (const [id = "", ...codes] of readDevices(ctx)) {
    const own = await toCodes(ctx, id, account);
    if (codes.some((code) => own.some((one) => isEqual(code, one)))) return id;
  }
  return null;
}

/** Lets the browser be known for an account from now on. */
export async function rememberDevice(
  ctx: DeviceContext,
  account: string,
): Promise<CookieChange> {
  const [[id = randomText(12), ...codes] = []] = readDevices(ctx);
  const own = await toCodes(ctx, id, account);
  const others = codes.filter((code) => !own.includes(code));
  const value = [id, ...own.slice(0, 1), ...others].slice(0, MAX_ACCOUNTS + 1);
  return { role: "device", value: value.join(".") };
}

/** An id and codes, each. A neighbour's host may have put a second cookie beside ours. */
function readDevices({ jar }: DeviceContext): string[][] {
  return jar.device.filter((value) => FORM.test(value)).slice(0, 2)
    .map((value) => value.split("."));
}

/** One code of each secret, newest first: a rotation forgets nobody. */
async function toCodes(
  { settings: { keyring } }: DeviceContext,
  id: string,
  account: string,
): Promise<string[]> {
  const codes = await keyring.namesOf(JSON.stringify(["device", id, account]));
  return codes.map((code) => code.slice(0, LENGTH));
}
