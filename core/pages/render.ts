import type { Theme } from "../config/config.ts";
import type { OtherWays, PageModel } from "../request/outcome.ts";
import { credentialsForm } from "./credentials_form.ts";
import {
  emailForm,
  mailCode,
  mailLink,
  otherWays,
  verifyRequest,
} from "./email_form.ts";
import { fill, type Html, markup, style } from "./html.ts";
import { ENGLISH, type PageWords } from "../request/page_words.ts";
import { providerButton, toBrandCss } from "./provider_button.ts";
import { toLabel } from "./provider_label.ts";
import { CSS, toThemeCss } from "./style.ts";
import { passkeyForm, passkeyScript } from "./webauthn_form.ts";

/**
 * A built-in page: plain HTML that works without JavaScript and loads nothing.
 *
 * @param nonce of the Content-Security-Policy, for the style sheet
 */
export function renderPage(
  page: PageModel,
  nonce: string,
  theme: Theme = {},
): string {
  const { tag, words } = page.language ?? ENGLISH;
  const { title, head, body } = toParts(page, words, nonce);
  const scheme = theme.colorScheme ?? "auto";
  const brands = "providers" in page ? toBrandCss(page.providers) : "";
  const css = CSS + toThemeCss(theme) + brands;
  return markup`<!DOCTYPE html>
<html lang="${tag}" class="${scheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head}<title>${title}</title>
${style(css, nonce)}
</head>
<body>
<main>
${logo(theme)}<h1>${title}</h1>
${body}</main>
</body>
</html>
`.html;
}

function logo({ logo }: Theme): Html | null {
  return logo === undefined
    ? null
    : markup`<img class="logo" src="${logo}" alt="">
`;
}

interface Parts {
  readonly title: string | Html;
  readonly head: Html | null;
  readonly body: Html;
}

function toParts(page: PageModel, words: PageWords, nonce: string): Parts {
  const show = (title: string, body: Html) => ({ title, head: null, body });
  switch (page.name) {
    case "signIn": {
      const { passkeys } = page;
      const head = passkeys ? passkeyScript(passkeys, nonce) : null;
      return { title: words.title, head, body: signIn(page, words) };
    }
    case "signedIn":
      return show(words.signedIn, signedIn(page, words));
    case "passkey":
      return passkey(page, words);
    case "signOut":
      return show(words.signOut, signOut(page, words));
    case "signedOut":
      return show(words.signedOut, signedOut(page, words));
    case "error":
      return show(words.failed, error(page, words));
    case "verifyRequest": {
      const body = verifyRequest(page, words);
      return show(words.lookIntoMail, markup`${alert(page.message)}${body}`);
    }
    case "mailLink":
      return show(words.title, mailLink(page, words));
    case "mailCode":
      return show(words.confirmAddress, mailCode(page, words));
    case "otherWays":
      return show(words.title, otherWays(page, words));
    case "leave":
      return leave(page, words);
  }
}

function passkey(
  { done, home }: PageModel & { name: "passkey" },
  words: PageWords,
): Parts {
  const title = done === "added" ? words.passkeyAdded : words.passkeyRemoved;
  const body = markup`<a class="button main" href="${home}">${words.leave}</a>
`;
  return { title, head: null, body };
}

function signIn(
  page: PageModel & { name: "signIn" },
  words: PageWords,
): Html {
  const isMain = page.providers.length === 1;
  const fields = hidden(page.csrfToken, page.callbackUrl);
  const forms = page.providers.map((provider) => {
    const passkeys = page.passkeys?.forms[provider.id];
    if (passkeys !== undefined) {
      return passkeyForm(page, provider, passkeys, words);
    }
    if (provider.type === "email") {
      return emailForm(provider, page, fields, words);
    }
    if (provider.type === "credentials") {
      const message = provider.id === page.failed ? page.message : null;
      return credentialsForm(provider, fields, message, words);
    }
    return providerButton(provider, { fields, words, isMain });
  });
  return markup`${page.failed === null ? alert(page.message) : null}${
    forms.length > 0 ? forms : markup`<p>${words.nothing}</p>
`
  }`;
}

function signedIn(
  page: PageModel & { name: "signedIn" },
  words: PageWords,
): Html {
  const { name, email } = page.user;
  const who = [name, email].filter((text) => text !== null).join(", ");
  return markup`<p>${who}</p>
<a class="button main" href="${page.continueUrl}">${words.leave}</a>
<a class="button" href="${page.anotherUrl}">${words.anotherAccount}</a>
<a class="button note" href="${page.signOutUrl}">${words.signOut}</a>
`;
}

function signOut(
  page: PageModel & { name: "signOut" },
  words: PageWords,
): Html {
  return markup`${alert(page.message)}<p>${words.wantSignOut}</p>
<form method="post" action="${page.action}">
${hidden(page.csrfToken, page.callbackUrl)}
<button class="main">${words.signOut}</button>
</form>
`;
}

function signedOut(
  { home, signInUrl }: PageModel & { name: "signedOut" },
  words: PageWords,
): Html {
  return markup`<a class="button main" href="${signInUrl}">${words.title}</a>
<a class="button note" href="${home}">${words.back}</a>
`;
}

function error(page: PageModel & { name: "error" }, words: PageWords): Html {
  const { signInUrl, home = null } = page;
  const url = signInUrl ?? home;
  const on = url === null
    ? null
    : markup`<a class="button main" href="${url}">${
      signInUrl === null ? words.back : words.title
    }</a>
`;
  const code = markup`<code>${page.ref}</code>`;
  const ref = page.ref === null
    ? null
    : markup`<p>${fill(words.reference, { ref: code })}</p>
`;
  const ways = page.ways ? listOtherWays(page.ways, words) : null;
  return markup`${alert(page.message)}${ways}${ref}${on}`;
}

/** The list of alternative sign-in methods; null if there is none. */
function listOtherWays(ways: OtherWays, words: PageWords): Html | null {
  const items = [
    ...(ways.browser ? [words.knownBrowser] : []),
    ...ways.providers.map((provider) => toLabel(provider, words)),
  ];
  return items.length === 0 ? null : markup`<p>${words.tryOtherWays}</p>
<ul>
${
    items.map((item) =>
      markup`<li>${item}</li>
`
    )
  }</ul>
`;
}

/**
 * Renders a page that redirects by itself. Chrome applies a page's
 * `form-action` to every redirect after its form, including with the
 * application's policy; a refresh is not affected.
 */
function leave(
  page: PageModel & { name: "leave" },
  words: PageWords,
): Parts {
  return {
    title: fill(words.leaveFor, { name: page.provider }),
    head: markup`<meta http-equiv="refresh" content="0;url=${page.url}">
`,
    body: markup`<p>${words.leaving}</p>
<a class="button main" href="${page.url}">${words.leave}</a>
`,
  };
}

function alert(message: string | null): Html | null {
  return message === null ? null : markup`<p role="alert">${message}</p>
`;
}

function hidden(csrfToken: string, callbackUrl: string | null): Html {
  return markup`<input type="hidden" name="csrfToken" value="${csrfToken}">${
    callbackUrl === null
      ? null
      : markup`<input type="hidden" name="callbackUrl" value="${callbackUrl}">`
  }`;
}
