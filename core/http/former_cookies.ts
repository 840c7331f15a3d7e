import type { Cookie, CookieNames } from "./cookie_policy.ts";
import { readPairs } from "./cookie_pairs.ts";
import type { CookieJar } from "./cookies.ts";

/** The limit on cookies that are cleared, as an attacker may have planted many. */
const MAX_FORMER = 20;

/**
 * Clears a session and tokens from before their cookies had a `domain` or a
 * `path`: they still have their `__Host-` names. Nothing reads them, but without
 * the option they would count again, even after a sign-out.
 */
export function clearFormer(
  { header }: CookieJar,
  { session, tokens }: CookieNames,
): Cookie[] {
  const former = [session, tokens]
    .filter((name) => name.startsWith("__Secure-latchkey."))
    .map((name) => name.replace("__Secure-", "__Host-"));
  if (former.length === 0) return [];
  const found = new Set<string>();
  readPairs(header, (name) => {
    const isOne = former.some((one) =>
      name === one || name.startsWith(`${one}.`)
    );
    if (isOne && found.size < MAX_FORMER) found.add(name);
  });
  const attributes = { path: "/", secure: true };
  return [...found].map((name) => ({ name, value: "", maxAge: 0, attributes }));
}
