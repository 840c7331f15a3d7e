/**
 * The texts of a form that was refused, kept until the sign-in page shows the
 * form again. They are in a sealed cookie: a URL gets into histories and logs,
 * and a name may be a password that was typed into the wrong field.
 *
 * @module
 */

import { CHALLENGE_MAX_AGE, type CookieChange } from "../http/cookies.ts";
import { openCookies, sealCookie } from "../http/sealed_cookies.ts";
import { pickTyped } from "../providers/typed_credentials.ts";
import type { Context } from "../request/context.ts";

/**
 * Takes the place of an attempt's id in the name of the cookie. It sorts before
 * every attempt, so it is the first to be forgotten.
 */
const KEY = "000000000typed-fields";
/** The limit on characters of a text; a longer one is not kept. */
const MAX_TEXT = 300;
/**
 * The limit on bytes of all texts as JSON: sealed, they have to fit into a
 * cookie.
 */
const MAX_TOTAL = 2000;

/** The texts of the fields by name, and the provider of the form. */
interface TypedFields {
  readonly provider: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Makes the cookie that keeps what was typed into the form of this request; none without such a text. */
export async function keepTyped(
  ctx: Context,
): Promise<readonly CookieChange[]> {
  const { provider, request: { form } } = ctx;
  if (provider?.type !== "credentials") return [];
  const fields: [string, string][] = [];
  let size = 0;
  for (const [name, text] of pickTyped(provider, form)) {
    // The URL has an address, which other forms of the page need, too.
    const isAddress = name === provider.accountField && text.includes("@");
    if (isAddress || text.length > MAX_TEXT) continue;
    size += new TextEncoder().encode(JSON.stringify([name, text])).length;
    if (size <= MAX_TOTAL) fields.push([name, text]);
  }
  if (fields.length === 0) return [];
  const typed: TypedFields = {
    provider: provider.id,
    fields: Object.fromEntries(fields),
  };
  const value = await sealCookie(ctx, "typed", typed);
  return [{ role: "attempt", key: KEY, value, maxAge: CHALLENGE_MAX_AGE }];
}

/**
 * Takes what was typed into the form of a provider: its cookie, and that of any
 * other form, is removed.
 */
export async function takeTyped(
  ctx: Context,
  provider: string | null,
): Promise<{
  readonly typed: TypedFields["fields"] | null;
  readonly cookies: readonly CookieChange[];
}> {
  const values = ctx.jar.attempts.get(KEY);
  if (values === undefined) return { typed: null, cookies: [] };
  const opened = await openCookies<TypedFields>(ctx, "typed", values);
  const found = opened.find((one) => one.provider === provider);
  const gone = { role: "attempt", key: KEY, value: null } as const;
  return { typed: found?.fields ?? null, cookies: [gone] };
}
