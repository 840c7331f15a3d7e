import type { PageModel } from "../outcome.ts";
import { ENGLISH, toLabel } from "../page_words.ts";
import type { AppProvider } from "../provider.ts";
import { type Html, markup } from "./html.ts";

/** The form that asks for an address to send a mail to. */
export function emailForm(
  { id, name, signinUrl }: AppProvider,
  { email, language = ENGLISH }: PageModel & { name: "signIn" },
  hidden: Html,
): Html {
  const { words } = language;
  return markup`<form method="post" action="${signinUrl}">
${hidden}
<label for="email-${id}">${words.email}</label>
<input id="email-${id}" type="email" name="email" value="${email}" autocomplete="email" autocapitalize="none" spellcheck="false" placeholder="ada@example.com" maxlength="320" required>
<button class="main">${toLabel(words, name)}</button>
</form>
`;
}

/** A message is on its way; in the browser that asked for it, with the form for its code. */
export function verifyRequest(
  { asked, home }: PageModel & { name: "verifyRequest" },
): Html {
  if (asked === null) {
    return markup`<p>We have sent you a message with a link to sign in.</p>
<a class="button" href="${home}">Back to the site</a>
`;
  }
  return markup`<p>We have sent a message to <strong>${asked.email}</strong>. Open the link in it, or type its code here.</p>
<form method="post" action="${asked.action}">
<input type="hidden" name="csrfToken" value="${asked.csrfToken}"><input type="hidden" name="state" value="${asked.state}">
<label for="code">Code</label>
<input id="code" class="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 \\-]*" maxlength="20" placeholder="1234 5678" required>
<button class="main">Sign in</button>
</form>
<a class="button" href="${home}">Back to the site</a>
`;
}

/** Somebody opened the link in another browser: a person has to want it, a scanner of mails does not press buttons. */
export function mailLink(page: PageModel & { name: "mailLink" }): Html {
  const fields = {
    csrfToken: page.csrfToken,
    callbackUrl: page.callbackUrl,
    email: page.email,
    token: page.token,
  };
  const hidden = Object.entries(fields).map(([name, value]) =>
    markup`<input type="hidden" name="${name}" value="${value}">`
  );
  return markup`<p>You are about to sign in to <strong>${page.site}</strong> in this browser, as <strong>${page.email}</strong>.</p>
<form method="post" action="${page.action}">
${hidden}
<button class="main">Sign in</button>
</form>
<p class="note">Did somebody else send you this link? Then close this page.</p>
`;
}
