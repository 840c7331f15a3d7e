/**
 * A browser without a window, with cookies, redirects, forms and the headers
 * that protect them.
 */

import type { Trip } from "./browser_headers.ts";
import { navigate, toInitiator } from "./browser_navigate.ts";
import type { Step } from "./browser_navigate.ts";
import { send } from "./browser_send.ts";
import type { BrowserState } from "./browser_send.ts";
import type {
  Browser,
  BrowserOptions,
  NavigateOptions,
  Page,
  ScriptRequestInit,
  Sites,
  SubmitOptions,
} from "./browser_types.ts";
import { createCookieJar } from "./cookie_jar.ts";
import type { FormButton, PageForm } from "./html_forms.ts";

/**
 * Creates a browser for sites that run in the test process. It keeps cookies by
 * the rules of real browsers (host and domain, path, `Secure`, `SameSite`, the
 * `__Host-` and `__Secure-` prefixes, expiry by `Date.now()`, 4096 bytes),
 * follows redirects, sends forms, and sends the headers that identify a
 * request's origin (`Origin`, `Referer`, `Sec-Fetch-*`). It runs no scripts and
 * loads no images. Its pages need the package `parse5`.
 *
 * If browsers differ, it follows the stricter one: a site includes its
 * scheme, a redirect through another site withholds `SameSite=Strict` cookies,
 * and `form-action` also applies to the redirects after a form. A host's site
 * is its last two labels.
 *
 * @example
 * ```ts
 * import { createBrowser } from "@latchkey/auth/testing";
 *
 * const browser = createBrowser({
 *   "https://app.example": (request) =>
 *     new Response(request.headers.get("cookie"), {
 *       headers: { "set-cookie": "seen=1; Path=/; Secure" },
 *     }),
 * });
 * await browser.goto("https://app.example/");
 * const page = await browser.goto("https://app.example/again");
 * console.assert(page.text === "seen=1");
 * ```
 *
 * @param sites Handlers by origin, or one handler for every origin. An unknown
 * origin throws.
 * @param options See {@link BrowserOptions}.
 * @returns The browser, with an empty jar.
 */
export function createBrowser(
  sites: Sites,
  options: BrowserOptions = {},
): Browser {
  return toBrowser({
    sites,
    jar: createCookieJar(),
    headers: options.headers ?? {},
  });
}

function toBrowser(state: BrowserState): Browser {
  const { jar } = state;
  const open = (url: string, options: NavigateOptions = {}): Promise<Page> =>
    navigate(state, toLinkStep(url, options), options.stopAt);
  return {
    goto: open,
    open,
    submit: async (page, options = {}) =>
      await navigate(state, toFormStep(page, options), options.stopAt),
    fetch: (url, init = {}) => sendFromScript(state, url, init),
    cookies: (origin) => jar.list(new URL(origin)),
    setCookie: (origin, header) => plantCookie(state, new URL(origin), header),
    deleteCookie: (origin, name) => jar.remove(new URL(origin), name),
    cookieHeader: (url) => jar.toHeader(new URL(url), sameSiteNavigation),
    dropped: jar.dropped,
    clone: () => toBrowser({ ...state, jar: jar.clone() }),
  };
}

const sameSiteNavigation = {
  method: "GET",
  sameSite: true,
  navigation: true,
} as const;

function toLinkStep(url: string, { from }: NavigateOptions): Step {
  return {
    trip: {
      initiator: from === undefined ? undefined : toInitiator(from),
      chain: [new URL(url)],
      method: "GET",
      mode: "navigate",
      byPerson: true,
    },
    body: undefined,
    form: undefined,
  };
}

function toFormStep(page: Page, options: SubmitOptions): Step {
  const { form, button, url } = findWay(page, options);
  const entries = fillIn(form, button, options.fields ?? {});
  const target = new URL(url);
  const isPost = form.method === "POST";
  if (!isPost) target.search = entries.toString();
  return {
    trip: {
      initiator: toInitiator(page),
      chain: [target],
      method: form.method,
      mode: "navigate",
      byPerson: true,
    },
    body: isPost ? toBody(form, entries) : undefined,
    form: page,
  };
}

function toBody(
  { enctype }: PageForm,
  entries: URLSearchParams,
): string | FormData {
  if (enctype !== "multipart/form-data") return entries.toString();
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  return body;
}

/** A way to submit a form: by one of its buttons, or by the Enter key if it has none. */
interface Way {
  readonly form: PageForm;
  readonly button: FormButton | undefined;
  readonly url: string;
}

function findWay(page: Page, { action, button: text }: SubmitOptions): Way {
  const forms = page.forms();
  const found = forms.flatMap(toWays).find(({ form, button, url }) =>
    [form.action, url].some((one) => matchesAction(one, action)) &&
    (text === undefined || button?.text === text)
  );
  if (found) return found;
  const known = forms.map((form) =>
    `${form.method} ${form.action} [${
      form.buttons.map((one) => toSentence(form, one)).join(", ")
    }]`
  );
  throw new Error(
    `No such form on ${page.url} (${page.status}); it has: ${known.join("; ")}`,
  );
}

function toWays(form: PageForm): Way[] {
  if (form.buttons.length === 0) {
    return [{ form, button: undefined, url: form.action }];
  }
  return form.buttons.map((button) => ({
    form,
    button,
    url: button.action ?? form.action,
  }));
}

function toSentence({ action: url }: PageForm, { text, action }: FormButton) {
  return action === undefined || action === url ? text : `${text}: ${action}`;
}

function matchesAction(
  url: string,
  wanted: string | RegExp | undefined,
): boolean {
  if (wanted === undefined) return true;
  // search() ignores lastIndex, so that a global pattern does not skip every
  // second page.
  if (typeof wanted !== "string") return url.search(wanted) >= 0;
  return url === wanted || new URL(url).pathname === wanted;
}

function fillIn(
  form: PageForm,
  button: FormButton | undefined,
  fields: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const entries = new URLSearchParams();
  for (const [name, value] of form.fields) {
    if (!Object.hasOwn(fields, name)) entries.append(name, value);
    else if (fields[name] !== undefined) entries.set(name, fields[name]);
  }
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && !entries.has(name)) entries.set(name, value);
  }
  if (button?.name) entries.append(button.name, button.value);
  return entries;
}

async function sendFromScript(
  state: BrowserState,
  url: string,
  init: ScriptRequestInit,
): Promise<Response> {
  const target = new URL(url);
  const trip: Trip = {
    initiator: toInitiator(init.from ?? `${target.origin}/`),
    chain: [target],
    method: (init.method ?? "GET").toUpperCase(),
    mode: init.mode ?? "cors",
    byPerson: false,
  };
  return await send(state, trip, {
    headers: init.headers,
    body: init.body ?? null,
    signal: init.signal ?? null,
    withCookies: init.credentials !== "omit",
  });
}

/**
 * Plants a cookie. Throws if it is refused: an attack whose cookie was never
 * stored would test nothing.
 */
function plantCookie({ jar }: BrowserState, url: URL, header: string): void {
  const before = jar.dropped.length;
  jar.store(url, header, sameSiteNavigation);
  const refused = jar.dropped[before];
  if (refused) {
    throw new Error(
      `A browser refuses this cookie (${refused.reason}): ${header}`,
    );
  }
}
