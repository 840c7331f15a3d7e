/**
 * What the cases look at in answers.
 *
 * @module
 */

import type { Browser, Page } from "../browser_types.ts";
import { assertSame, assertTrue } from "../contract/case.ts";
import type { HostApp } from "./app.ts";
import { cut } from "./visitor.ts";

/** Opens a page without following redirects. */
export async function openRaw(
  { app, browser }: { readonly app: HostApp; readonly browser: Browser },
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  return await browser.fetch(app.url(path), {
    ...init,
    mode: "navigate",
    headers: { accept: "text/html", ...init.headers },
  });
}

/** Fails the case unless no shared cache may keep an answer. */
export function assertNotShared(headers: Headers, what: string): void {
  const cache = headers.get("cache-control") ?? "";
  assertTrue(
    /\b(?:private|no-store)\b/.test(cache) && !/\bpublic\b/.test(cache),
    `${what} may be kept by a shared cache: "cache-control: ${cache}"`,
  );
}

/** Fails the case unless a browser asks again before it shows an answer. */
export function assertFresh(headers: Headers, what: string): void {
  assertNotShared(headers, what);
  const cache = headers.get("cache-control") ?? "";
  assertTrue(
    /\bno-(?:store|cache)\b|\bmax-age=0\b/.test(cache),
    `${what} may be shown after a sign-out: "cache-control: ${cache}"`,
  );
}

/** Fails the case unless no cache at all may keep an answer. */
export function assertNotStored(headers: Headers, what: string): void {
  const cache = headers.get("cache-control") ?? "";
  assertTrue(/\bno-store\b/.test(cache), `${what}: "${cache}"`);
}

/** Fails the case unless an answer is an error of the library, as JSON. */
export async function assertError(
  answer: Response,
  status: number,
  error: string,
): Promise<void> {
  const text = await answer.text();
  assertSame(answer.status, status, `the status, with ${cut(text)}`);
  assertTrue(text.includes(`"error":"${error}"`), `${error}, not ${cut(text)}`);
}

/** Fails the case if a page says what only the user may see. */
export function assertHides(page: Pick<Page, "text">, secret: string): void {
  assertTrue(!page.text.includes(secret), `the answer has ${cut(secret)}`);
}

/** Waits for a promise, for that many seconds. */
export async function within<T>(
  seconds: number,
  what: string,
  promise: Promise<T>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`${what} took over ${seconds} s`));
    timer = setTimeout(fail, seconds * 1000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
