import type { Theme } from "../config.ts";
import type { PageModel } from "../outcome.ts";
import { credentialsForm } from "./credentials_form.ts";
import { emailForm, mailLink, verifyRequest } from "./email_form.ts";
import { englishIn, type Html, markup, style } from "./html.ts";
import { ENGLISH, type PageLanguage, toLabel } from "../page_words.ts";
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
  const { title, head, body, tag = "en" } = toParts(page, nonce);
  const scheme = theme.colorScheme ?? "auto";
  return markup`<!DOCTYPE html>
<html lang="${tag}" class="${scheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head}<title>${title}</title>
${style(CSS + toThemeCss(theme), nonce)}
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
  readonly title: string;
  readonly head: Html | null;
  readonly body: Html;
  /** The code of its language. Default: English. */
  readonly tag?: string;
}

function toParts(page: PageModel, nonce: string): Parts {
  switch (page.name) {
    case "signIn": {
      const { language = ENGLISH } = page;
      return {
        title: language.words.title,
        head: page.passkeys ? passkeyScript(page.passkeys, nonce) : null,
        body: signIn(page, language),
        tag: language.tag,
      };
    }
    case "signOut":
      return { title: "Sign out", head: null, body: signOut(page) };
    case "error":
      return { title: "That did not work", head: null, body: error(page) };
    case "verifyRequest":
      return {
        title: "Look into your mail",
        head: null,
        body: markup`${alert(page.message)}${verifyRequest(page)}`,
      };
    case "mailLink":
      return { title: "Sign in", head: null, body: mailLink(page) };
    case "leave":
      return leave(page);
  }
}

function signIn(
  page: PageModel & { name: "signIn" },
  { tag, words }: PageLanguage,
): Html {
  const className = page.providers.length === 1 ? "main" : "";
  const fields = hidden(page.csrfToken, page.callbackUrl);
  const forms = page.providers.map((provider) => {
    const passkeys = page.passkeys?.forms[provider.id];
    if (passkeys !== undefined) return passkeyForm(page, provider, passkeys);
    if (provider.type === "email") return emailForm(provider, page, fields);
    if (provider.type === "credentials") {
      const message = provider.id === page.failed ? page.message : null;
      return credentialsForm(provider, fields, message, { tag, words });
    }
    return markup`<form method="post" action="${provider.signinUrl}">
${fields}
<button class="${className}">${toLabel(words, provider.name)}</button>
</form>
`;
  });
  return markup`${page.failed === null ? alert(page.message, tag) : null}${
    forms.length > 0 ? forms : markup`<p>${words.nothing}</p>
`
  }`;
}

function signOut(page: PageModel & { name: "signOut" }): Html {
  return markup`${alert(page.message)}<p>Do you want to sign out?</p>
<form method="post" action="${page.action}">
${hidden(page.csrfToken, page.callbackUrl)}
<button class="main">Sign out</button>
</form>
`;
}

function error(page: PageModel & { name: "error" }): Html {
  const again = page.signInUrl === null
    ? null
    : markup`<a class="button main" href="${page.signInUrl}">Sign in</a>
`;
  const ref = page.ref === null
    ? null
    : markup`<p>If you ask for help, name this reference: <code>${page.ref}</code></p>
`;
  return markup`${alert(page.message)}${ref}${again}`;
}

/**
 * Chrome applies a page's `form-action` to every redirect that follows its form,
 * the host page's policy included. A page that moves on by itself is free of it.
 */
function leave(page: PageModel & { name: "leave" }): Parts {
  return {
    title: `Continue to ${page.provider}`,
    head: markup`<meta http-equiv="refresh" content="0;url=${page.url}">
`,
    body: markup`<p>You are being taken there.</p>
<a class="button main" href="${page.url}">Continue</a>
`,
  };
}

/** @param tag the language of the page; what went wrong is told in English */
function alert(message: string | null, tag = "en"): Html | null {
  return message === null
    ? null
    : markup`<p role="alert"${englishIn(tag)}>${message}</p>
`;
}

function hidden(csrfToken: string, callbackUrl: string | null): Html {
  return markup`<input type="hidden" name="csrfToken" value="${csrfToken}">${
    callbackUrl === null
      ? null
      : markup`<input type="hidden" name="callbackUrl" value="${callbackUrl}">`
  }`;
}
