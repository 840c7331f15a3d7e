/**
 * Turns the model of a page into an answer: by the application's own function
 * if it has one, else as the built-in page, under a policy that allows only what
 * is on it.
 *
 * @module
 */

import type { PageFunction, Pages } from "../config/config.ts";
import type { Settings } from "../config/settings.ts";
import type { HeaderList } from "../http/headers.ts";
import type { PageModel, PageProvider } from "../config/pages/page_models.ts";
import { loadLanguage } from "../pages/page_language.ts";
import type { PageFrame } from "../pages/parts.ts";
import { hasScript, renderPage } from "../pages/render.ts";
import { toPageStyle } from "../pages/theme/page_style.ts";
import { toErrorText } from "../config/pages/page_errors.ts";
import { isLoopback } from "../http/redirects.ts";
import { randomText } from "../crypto/random.ts";
import { ConfigurationError } from "../errors/errors.ts";
import { waitForHost } from "../runtime/timeout.ts";
import type { Answer } from "./answer.ts";

/** The facts about a request and its configuration that pages need. */
export interface Presentation {
  readonly settings:
    | Pick<
      Settings,
      "theme" | "pages" | "locale" | "words" | "log" | "corsOrigins"
    >
    | null;
  /** The public origin; null if it is unknown. */
  readonly origin: string | null;
  readonly acceptLanguage: string | null;
}

/** With the sources that forms may lead to; the redirect of an answer counts, too (CSP 3 section 6.4.2). */
type Frame = PageFrame & { readonly formTargets: string };

/** Which option replaces a page. */
const OPTIONS: Readonly<Partial<Record<PageModel["name"], keyof Pages>>> = {
  signIn: "signIn",
  signedIn: "signIn",
  signOut: "signOut",
  signedOut: "signOut",
  error: "error",
  verifyRequest: "verifyRequest",
  signUp: "signUp",
  reset: "reset",
  newPassword: "newPassword",
};

/** Answers with a page. */
export async function present(
  page: PageModel,
  status: number,
  presentation: Presentation,
): Promise<Answer> {
  return toPrivate(await toAnswer(page, status, presentation), page);
}

async function toAnswer(
  page: PageModel,
  status: number,
  presentation: Presentation,
): Promise<Answer> {
  const option = OPTIONS[page.name];
  const own = option &&
    presentation.settings?.pages[option] as PageFunction | string | undefined;
  const shown = typeof own === "function"
    ? await showOwn({ name: `pages.${option}`, own }, page, presentation)
    : null;
  if (shown !== null) {
    return shown.status === 200 ? { ...shown, status } : shown;
  }
  const frame = await toFrame(presentation);
  return { status, ...await renderBuiltIn(page, frame) };
}

/**
 * The page with the token of a mail in its URL tells nobody that URL, not even
 * the application's own pages. Its form needs its origin, which `no-referrer`
 * would hide.
 */
function toPrivate(answer: Answer, { name }: PageModel): Answer {
  if (name !== "newPassword") return answer;
  const policy = ["referrer-policy", "strict-origin"] as const;
  return { ...answer, headers: [...answer.headers, policy] };
}

/** Shows the application's page; null if its function fails. */
async function showOwn(
  { name, own }: { readonly name: string; readonly own: PageFunction },
  page: PageModel,
  presentation: Presentation,
): Promise<Answer | null> {
  const frame = await toFrame(presentation);
  try {
    // A body that never ends is given up, too.
    return await waitForHost(presentOwn(own, page, frame), "page");
  } catch (error) {
    return report(presentation, name, error);
  }
}

async function toFrame(
  { settings, origin, acceptLanguage }: Presentation,
): Promise<Frame> {
  const theme = settings?.theme ?? {};
  return {
    site: theme.name ?? (origin?.slice(origin.indexOf("//") + 2) ?? ""),
    home: origin === null ? null : `${origin}/`,
    theme,
    language: await loadLanguage(acceptLanguage, settings ?? {}),
    nonce: randomText(16),
    formTargets: ["'self'", ...settings?.corsOrigins ?? []].join(" "),
  };
}

async function renderBuiltIn(
  page: PageModel,
  frame: Frame,
): Promise<Pick<Answer, "headers" | "body">> {
  const { css, hash, scriptHash } = await toPageStyle(frame.theme, page);
  const hasPasskeys = page.name === "signIn" && Boolean(page.passkeys) ||
    page.name === "secondFactor" && page.passkey !== null;
  const scripts = [
    ...(hasScript(page) ? [`'sha256-${scriptHash}'`] : []),
    // The one script that is loaded, from this site.
    ...(hasPasskeys ? [`'nonce-${frame.nonce}'`] : []),
  ];
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    ...(scripts.length > 0 ? [`script-src ${scripts.join(" ")}`] : []),
    ...(hasPasskeys ? ["connect-src 'self'"] : []),
    `img-src 'self' data:${toLogoSources(frame)}`,
    // The application may redirect a kept form to another site, as to a bank.
    // Some browsers apply the policy to that, too (CSP 3 section 6.4.2).
    `form-action ${page.name === "resume" ? "*" : frame.formTargets}`,
    ...REST,
  ];
  const html = renderPage(page, frame, css);
  return { headers: toHeaders(policy, frame), body: { html } };
}

/** The part of the policy that every page has: no site embeds it. */
const REST = [
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

function toHeaders(
  policy: readonly string[],
  { home }: Frame,
): HeaderList {
  return [
    ["content-security-policy", policy.join("; ")],
    ...(ignoresOpenerPolicy(home)
      ? []
      : [["cross-origin-opener-policy", "same-origin"] as const]),
    ["x-frame-options", "DENY"],
  ];
}

/** Whether browsers ignore the opener policy of a site, and warn about it: on plain http, except on loopback. */
function ignoresOpenerPolicy(home: string | null): boolean {
  return home !== null && home.startsWith("http:") &&
    !isLoopback(new URL(home));
}

/** Calls the application's function, and waits for its answer. */
async function presentOwn(
  own: PageFunction,
  page: PageModel,
  frame: Frame,
): Promise<Answer> {
  const { language, nonce, site, home } = frame;
  const error = "error" in page ? page.error : null;
  const message = error === null ? null : toErrorText(language.words, error);
  const facts = { site, home, nonce, language: language.tag, message };
  // The function may change what it gets, and then fail.
  const model = page.name === "signIn"
    ? { ...page, providers: page.providers.map(copy) }
    : page;
  const answer = await own({ ...model, ...facts });
  if (typeof answer === "string") return toOwnHtml(answer, frame);
  if (answer instanceof Response) return await toOwnAnswer(answer);
  throw new TypeError("It returned neither a string nor a Response.");
}

function copy({ style, ...one }: PageProvider): PageProvider {
  return style === undefined ? one : { ...one, style: { ...style } };
}

/** A text is sent as HTML under our policy, where the nonce allows styles and scripts. */
function toOwnHtml(html: string, frame: Frame): Answer {
  const { nonce } = frame;
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    `form-action ${frame.formTargets}`,
    ...REST,
  ];
  return { status: 200, headers: toHeaders(policy, frame), body: { html } };
}

/** A Response keeps its own headers. */
async function toOwnAnswer(answer: Response): Promise<Answer> {
  const { status, headers } = answer;
  const type = headers.get("content-type") ?? "text/plain";
  const kept = [...headers].filter(([name]) => !LEFT_OUT.test(name));
  const text = await answer.text();
  // A redirect has no text to show.
  const body = answer.body === null
    ? null
    : { text, type: type.split(";")[0] ?? type };
  return { status, headers: kept, body };
}

/** Headers that describe the body's old form, or that this library sets. */
const LEFT_OUT =
  /^(?:content-type|content-length|content-encoding|transfer-encoding|cache-control|set-cookie)$/;

/** A page function that fails does not keep visitors out: they get the built-in page. */
function report(
  { settings }: Presentation,
  name: string,
  cause: unknown,
): null {
  const error = new ConfigurationError([`\`${name}\` failed.`], { cause });
  settings?.log.error(error, randomText(6));
  return null;
}

/**
 * Returns the origins of the application's logos as sources, each after a
 * space: nothing else is loaded from elsewhere. One with characters that have a
 * meaning in the policy syntax is left out.
 */
function toLogoSources({ theme: { logo } }: Frame): string {
  const urls = typeof logo === "object" ? Object.values(logo) : [logo ?? ""];
  const origins = urls
    .filter((url) => /^https:/i.test(url)).map((url) => new URL(url).origin)
    .filter((origin) => /^https:\/\/[\w.:[\]-]+$/.test(origin));
  return [...new Set(origins)].map((origin) => ` ${origin}`).join("");
}
