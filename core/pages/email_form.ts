import type { PageModel, PageProvider } from "../request/outcome.ts";
import type { PageWords } from "../request/page_words.ts";
import { credentialsForm } from "./credentials_form.ts";
import { fill, type Html, markup } from "./html.ts";
import { providerButton } from "./provider_button.ts";
import { toLabel } from "./provider_label.ts";

/** The form that takes an address to send a mail to. */
export function emailForm(
  provider: PageProvider,
  { email }: PageModel & { name: "signIn" },
  hidden: Html,
  words: PageWords,
): Html {
  const { id, signinUrl } = provider;
  return markup`<form method="post" action="${signinUrl}">
${hidden}
<label for="email-${id}">${words.email}</label>
<input id="email-${id}" type="email" name="email" value="${email}" autocomplete="email" autocapitalize="none" spellcheck="false" placeholder="ada@example.com" maxlength="320" required>
<button class="main">${toLabel(provider, words)}</button>
</form>
`;
}

/** The page after a mail was sent; the browser that requested it gets the form for the code. */
export function verifyRequest(
  { asked, home }: PageModel & { name: "verifyRequest" },
  words: PageWords,
): Html {
  const back = markup`<a class="button" href="${home}">${words.back}</a>
`;
  if (asked === null) {
    return markup`<p>${words.sent}</p>
${back}`;
  }
  const email = strong(asked.email);
  return markup`<p>${fill(words.sentTo, { email })}</p>
<form method="post" action="${asked.action}">
<input type="hidden" name="csrfToken" value="${asked.csrfToken}"><input type="hidden" name="state" value="${asked.state}">
<label for="code">${words.code}</label>
<input id="code" class="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 \\-]*" maxlength="20" placeholder="1234 5678" required>
<button class="main">${
    asked.verifies ? words.confirmAddress : words.title
  }</button>
</form>
${back}`;
}

/**
 * The page for a link opened in another browser. It asks for a click, because
 * mail scanners open links but do not press buttons.
 */
export function mailLink(
  page: PageModel & { name: "mailLink" },
  words: PageWords,
): Html {
  const names = { site: strong(page.site), email: strong(page.email) };
  return markup`<p>${fill(words.aboutToSignIn, names)}</p>
<form method="post" action="${page.action}">
${mailFields(page)}
<button class="main">${words.title}</button>
</form>
<p class="note">${words.notYours}</p>
`;
}

/**
 * The page for an address-verification link opened elsewhere: it shows the code
 * for the page that requested it.
 */
export function mailCode(
  { email, code }: PageModel & { name: "mailCode" },
  words: PageWords,
): Html {
  const grouped = `${code.slice(0, 4)} ${code.slice(4)}`;
  return markup`<p>${fill(words.typeCode, { email: strong(email) })}</p>
<p class="code"><strong>${grouped}</strong></p>
<p class="note">${words.keepCode}</p>
`;
}

/** The user's sign-in methods by name, and below them the button that gives them up. */
export function otherWays(
  page: PageModel & { name: "otherWays" },
  words: PageWords,
): Html {
  const fields = hidden({
    csrfToken: page.csrfToken,
    callbackUrl: page.callbackUrl,
  });
  const ways = page.providers.map((provider) =>
    provider.type === "credentials"
      ? credentialsForm(provider, fields, null, words)
      // This button leads to the sign-in page, which has the script that passkeys need.
      : providerButton(provider, { fields, words, isMain: true })
  );
  const email = strong(page.email);
  return markup`<p>${fill(words.otherWays, { email })}</p>
${ways}<p class="note">${words.notMyWays}</p>
<form method="post" action="${page.action}">
${mailFields(page)}${hidden({ state: page.state, takeOver: "yes" })}
<button>${words.takeOver}</button>
</form>
`;
}

function mailFields(
  { csrfToken, callbackUrl, email, token }: PageModel & {
    name: "mailLink" | "otherWays";
  },
): Html {
  return hidden({ csrfToken, callbackUrl, email, token });
}

function hidden(fields: Readonly<Record<string, string>>): Html {
  const inputs = Object.entries(fields).map(([name, value]) =>
    markup`<input type="hidden" name="${name}" value="${value}">`
  );
  return markup`${inputs}`;
}

function strong(text: string): Html {
  return markup`<strong>${text}</strong>`;
}
