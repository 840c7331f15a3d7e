import type { PageModel } from "../config/pages/page_models.ts";
import type { Theme } from "../model/theme.ts";
import { accountPage, isAccountPage } from "./account_pages.ts";
import { errorPage, forbiddenPage } from "./error_page.ts";
import { type Html, markup, script } from "./html.ts";
import {
  mailCodePage,
  mailLinkPage,
  otherWaysPage,
  verifyRequestPage,
} from "./mail_pages.ts";
import { factorPage, isFactorPage } from "./factor_page.ts";
import { notSentPage, resumePage } from "./form_pages.ts";
import { newPasswordPage, passwordAskPage } from "./password_pages.ts";
import { PAGE_SCRIPT } from "./page_script.ts";
import { type PageFrame, type PageParts, say } from "./parts.ts";
import {
  passkeyPage,
  signedInPage,
  signedOutPage,
  signOutPage,
} from "./session_pages.ts";
import { toDirection } from "../runtime/language.ts";
import { signInPage } from "./sign_in_page.ts";

/**
 * Renders a built-in page: plain HTML that works without JavaScript and loads
 * nothing from elsewhere.
 *
 * @param css the whole style sheet, which is our own text or the theme's
 */
export function renderPage(
  page: PageModel,
  frame: PageFrame,
  css: string,
): string {
  const { language: { tag, words } } = frame;
  const { title, sign = null, hint = null, body, head = null, isError } =
    toParts(page, frame);
  const tabTitle = isError ? say(words.errorTitle, { title }) : title;
  const last = hasScript(page) ? script({}, PAGE_SCRIPT) : null;
  return markup`<!DOCTYPE html>
<html lang="${tag}" dir="${toDirection(tag)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
${head}<title>${tabTitle}</title>
<style>${{ html: css }}</style>
</head>
<body>
${header(frame)}<main>
<hgroup>
${sign}<h1>${title}</h1>
${
    hint === null ? null : markup`<p>${hint}</p>
`
  }</hgroup>
${body}</main>
${footer(frame)}${last}</body>
</html>
`.html;
}

/** The pages with a form that is typed into. */
const WITH_SCRIPT: readonly PageModel["name"][] = [
  "signIn",
  "verifyRequest",
  "otherWays",
  "signUp",
  "reset",
  "newPassword",
  "secondFactor",
  "enrolFactor",
  "changePassword",
];

/** Whether a page has the script for forms. */
export function hasScript(page: PageModel): boolean {
  return WITH_SCRIPT.includes(page.name) ||
    page.name === "error" && Boolean(page.ways);
}

function toParts(page: PageModel, frame: PageFrame): PageParts {
  if (isFactorPage(page)) return factorPage(page, frame);
  if (isAccountPage(page)) return accountPage(page, frame);
  switch (page.name) {
    case "signIn":
      return signInPage(page, frame);
    case "signedIn":
      return signedInPage(page, frame);
    case "signOut":
      return signOutPage(page, frame);
    case "signedOut":
      return signedOutPage(page, frame);
    case "error":
      return errorPage(page, frame);
    case "forbidden":
      return forbiddenPage(page, frame);
    case "verifyRequest":
      return verifyRequestPage(page, frame);
    case "mailLink":
      return mailLinkPage(page, frame);
    case "mailCode":
      return mailCodePage(page, frame);
    case "otherWays":
      return otherWaysPage(page, frame);
    case "signUp":
    case "reset":
      return passwordAskPage(page, frame);
    case "newPassword":
      return newPasswordPage(page, frame);
    case "passkey":
      return passkeyPage(page, frame);
    case "resume":
      return resumePage(page, frame);
    case "notSent":
      return notSentPage(page, frame);
    case "leave":
      return leavePage(page, frame);
  }
}

/**
 * A page that redirects by itself. Chrome applies a page's `form-action` to
 * every redirect after its form, including with the application's policy; a
 * refresh is not affected.
 */
function leavePage(
  { url, provider }: PageModel & { name: "leave" },
  { language: { words } }: PageFrame,
): PageParts {
  return {
    title: say(words.leavingFor, { provider }),
    head: markup`<meta http-equiv="refresh" content="0;url=${url}">
`,
    body:
      markup`<div class="col"><a class="b main" href="${url}">${words.continue}</a></div>
`,
  };
}

/** The application's logo and name, which lead to its home page. */
function header({ site, home, theme }: PageFrame): Html {
  // A logo without a name is taken for a wordmark, which says the name.
  const isWordmark = theme.logo !== undefined && theme.name === undefined;
  const names = markup`${logo(theme, site, isWordmark ? site : "")}${
    isWordmark ? null : markup`<bdi>${site}</bdi>`
  }`;
  return home === null
    ? markup`<header><a>${names}</a></header>
`
    : markup`<header><a href="${home}">${names}</a></header>
`;
}

function logo({ logo, colorScheme }: Theme, site: string, alt: string): Html {
  if (logo === undefined) {
    const [initial = ""] = site.match(/[\p{L}\p{N}]/u) ?? [];
    return markup`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="var(--key)"/><text x="16" y="22" text-anchor="middle" font-size="17" font-weight="600" fill="var(--on)">${initial.toUpperCase()}</text></svg>`;
  }
  const { light, dark } = typeof logo === "string"
    ? { light: logo, dark: logo }
    : logo;
  if (light === dark || colorScheme === "light" || colorScheme === "dark") {
    const src = colorScheme === "dark" ? dark : light;
    return markup`<img class="logo" src="${src}" alt="${alt}">`;
  }
  return markup`<picture><source srcset="${dark}" media="(prefers-color-scheme:dark)"><img class="logo" src="${light}" alt="${alt}"></picture>`;
}

/** The application's links below each page. */
function footer(
  { theme: { links = {} }, language: { words } }: PageFrame,
): Html | null {
  const list = (["terms", "privacy", "help"] as const).flatMap((name) => {
    const href = links[name];
    return href === undefined
      ? []
      : [markup`<a href="${href}">${words[name]}</a> `];
  });
  return list.length === 0 ? null : markup`<footer class="more">${list}</footer>
`;
}
