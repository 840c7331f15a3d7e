import type { ErrorModel, PageModel } from "../config/pages/page_models.ts";
import type { PageWords } from "../config/pages/page_words.ts";
import { isCancelled, toErrorText } from "../config/pages/page_errors.ts";
import { type Html, markup } from "./html.ts";
import { disc, icons } from "./forms/icons.ts";
import {
  linkButton,
  type PageFrame,
  type PageParts,
  say,
  separator,
} from "./parts.ts";
import { waysToSignIn } from "./sign_in_page.ts";

/** How an error looks: its title, its icon, and whether trying again may help. */
interface Look {
  readonly title: string;
  readonly sign: Html;
}

/**
 * The page that says what happened and what to do now. It always offers a next
 * step.
 */
export function errorPage(page: ErrorModel, frame: PageFrame): PageParts {
  const { language: { words } } = frame;
  const { title, sign } = toLook(page, words);
  return {
    title: say(title),
    sign,
    hint: say(toErrorText(words, page.error)),
    isError: true,
    body: markup`${waysOf(page, frame)}${reference(page, words)}${
      waysOn(page, frame)
    }${signOutLink(page, words)}`,
  };
}

/** The link for a user who cannot continue with their current account. */
function signOutLink(
  { signOutUrl = null }: ErrorModel,
  words: PageWords,
): Html | null {
  return signOutUrl === null
    ? null
    : markup`<p class="more"><a href="${signOutUrl}">${words.signOut}</a></p>
`;
}

function toLook(
  { error: { type, code }, signInUrl }: ErrorModel,
  words: PageWords,
): Look {
  if (type === "AccessDenied" || code === "no_way") {
    return { title: words.noAccess, sign: disc(icons.lock) };
  }
  return signInUrl === null
    ? { title: words.somethingWentWrong, sign: disc(icons.warning, "bad") }
    : { title: words.signInDidntFinish, sign: disc(icons.retry) };
}

/** The reference that support finds the log line by, selected by one click. A cancelled sign-in needs no support. */
function reference({ error, ref }: ErrorModel, words: PageWords): Html | null {
  return ref === null || isCancelled(error)
    ? null
    : markup`<p class="box"><span>${words.reference} <code>${ref}</code></span></p>
`;
}

/**
 * The buttons for the next step: sign in again, ask for help, or go back to the
 * site.
 */
function waysOn(
  { error, signInUrl, anotherUrl = null, home = null, ref, ways = null }:
    ErrorModel,
  { language: { words }, site, theme }: PageFrame,
): Html {
  const help = signInUrl === null ? toHelp(theme.links?.help, ref) : null;
  // The same account would be refused again.
  const again = error.type === "AccessDenied"
    ? words.useAnotherAccount
    : words.tryAgain;
  const links = [
    ...(signInUrl === null ? [] : [[signInUrl, say(again)] as const]),
    ...(anotherUrl === null
      ? []
      : [[anotherUrl, say(words.useAnotherAccount)] as const]),
    ...(help === null ? [] : [[help, say(words.contactSupport)] as const]),
    ...(home === null ? [] : [[home, say(words.backTo, { site })] as const]),
  ];
  // Another way is more useful than the one that was limited.
  const hasMain = (ways?.providers ?? []).length === 0;
  return markup`<div class="col">${
    links.map(([url, text], index) =>
      linkButton(url, text, hasMain && index === 0)
    )
  }</div>
`;
}

/** The address for help; a mail carries the reference in its subject. */
function toHelp(url: string | undefined, ref: string | null): string | null {
  if (url === undefined) return null;
  const isMail = /^mailto:/i.test(url) && !url.includes("?") && ref !== null;
  return isMail ? `${url}?subject=${encodeURIComponent(ref)}` : url;
}

/** The other ways to sign in after too many attempts; null if there is none. */
function waysOf(
  { ways = null, signInUrl }: ErrorModel,
  frame: PageFrame,
): Html | null {
  if (ways === null) return null;
  const { browser, providers, ...form } = ways;
  const { words } = frame.language;
  if (!browser && providers.length === 0) return null;
  const known = browser
    ? markup`<p class="note"><span>${words.useKnownBrowser}</span></p>
`
    : null;
  const blank = { error: null, failed: null, email: null };
  const page = { name: "signIn", providers, ...form, ...blank } as const;
  return markup`<p>${words.otherWaysToSignIn}</p>
${known}${
    providers.length === 0
      ? null
      : markup`${known && separator(words.or)}${
        waysToSignIn({ ...page, signInUrl: signInUrl ?? "" }, frame)
      }`
  }`;
}

/** The page for a signed-in user who may not see a page of the application. */
export function forbiddenPage(
  { home }: PageModel & { name: "forbidden" },
  { language: { words }, site }: PageFrame,
): PageParts {
  return {
    title: say(words.noAccess),
    sign: disc(icons.lock),
    hint: say(words.forbidden),
    isError: true,
    body: markup`<div class="col">${
      linkButton(home, say(words.backTo, { site }), true)
    }</div>
`,
  };
}
