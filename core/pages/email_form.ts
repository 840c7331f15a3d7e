import type { PageModel } from "../outcome.ts";
import type { PageWords } from "../page_words.ts";
import type { AppProvider } from "../provider.ts";
import { fill, type Html, markup } from "./html.ts";

/** The form that asks for an address to send a mail to. */
export function emailForm(
  { id, name, signinUrl }: AppProvider,
  { email }: PageModel & { name: "signIn" },
  hidden: Html,
  words: PageWords,
): Html {
  return markup`<form method="post" action="${signinUrl}">
${hidden}
<label for="email-${id}">${words.email}</label>
<input id="email-${id}" type="email" name="email" value="${email}" autocomplete="email" autocapitalize="none" spellcheck="false" placeholder="ada@example.com" maxlength="320" required>
<button class="main">${fill(words.withProvider, { name })}</button>
</form>
`;
}

/** A message is on its way; in the browser that asked for it, with the form for its code. */
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
<button class="main">${words.title}</button>
</form>
${back}`;
}

/** Somebody opened the link in another browser: a person has to want it, a scanner of mails does not press buttons. */
export function mailLink(
  page: PageModel & { name: "mailLink" },
  words: PageWords,
): Html {
  const fields = {
    csrfToken: page.csrfToken,
    callbackUrl: page.callbackUrl,
    email: page.email,
    token: page.token,
  };
  const hidden = Object.entries(fields).map(([name, value]) =>
    markup`<input type="hidden" name="${name}" value="${value}">`
  );
  const names = { site: strong(page.site), email: strong(page.email) };
  return markup`<p>${fill(words.aboutToSignIn, names)}</p>
<form method="post" action="${page.action}">
${hidden}
<button class="main">${words.title}</button>
</form>
<p class="note">${words.notYours}</p>
`;
}

function strong(text: string): Html {
  return markup`<strong>${text}</strong>`;
}
