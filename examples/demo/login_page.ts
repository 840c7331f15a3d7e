import type { ProviderAccount } from "./provider.ts";

/** The content of the embedded provider's login page. */
export interface LoginPage {
  readonly action: string;
  readonly application: string;
  readonly username?: string;
  readonly error?: string;
  /** The accounts of the demo, which sign in with one click. */
  readonly accounts?: readonly ProviderAccount[];
}

/**
 * The policy of the provider's pages: no scripts, no frames, nothing from other
 * origins.
 */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** The login form. */
export function loginPage(
  { action, application, username = "", error, accounts = [] }: LoginPage,
): string {
  return page(
    "Sign in",
    `<h1>Sign in</h1>
<p class="muted">to continue to <strong>${escapeHtml(application)}</strong></p>
${accounts.map((account) => accountForm(action, account)).join("\n")}
${accounts.length > 0 ? `<p class="or">or</p>` : ""}
${
      error === undefined
        ? ""
        : `<p class="error" role="alert">${escapeHtml(error)}</p>`
    }
<form method="post" action="${escapeHtml(action)}">
  <label for="username">Username</label>
  <input id="username" name="username" autocomplete="username" autocapitalize="none"
    spellcheck="false" value="${escapeHtml(username)}" required>
  <label for="password">Password</label>
  <input id="password" name="password" type="password" autocomplete="current-password" required>
  <div class="actions">
    <button type="submit" name="do" value="login" class="main">Sign in</button>
    <button type="submit" name="do" value="cancel" formnovalidate>Cancel</button>
  </div>
</form>`,
  );
}

/** Sends what a person would type. */
function accountForm(
  action: string,
  { username, password, name }: ProviderAccount,
): string {
  return `<form method="post" action="${escapeHtml(action)}" class="account">
  <input type="hidden" name="username" value="${escapeHtml(username)}">
  <input type="hidden" name="password" value="${escapeHtml(password)}">
  <button name="do" value="login">
    <b>${escapeHtml(name)}</b> <span>${escapeHtml(username)}</span>
  </button>
</form>`;
}

/** A page with a message and an optional action. */
export function messagePage(
  title: string,
  message: string,
  link?: { readonly href: string; readonly text: string },
): string {
  const way = link &&
    `<a class="b main" href="${escapeHtml(link.href)}">${
      escapeHtml(link.text)
    }</a>`;
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1><p class="muted">${escapeHtml(message)}</p>${
      way ?? ""
    }`,
  );
}

/**
 * The confirmation before the provider's own session ends; `form` comes from
 * the engine.
 */
export function logoutPage(form: string): string {
  return page(
    "Sign out",
    `<h1>Sign out</h1>
<p class="muted">You’ll be signed out of Demo Provider, and of the apps that you opened with it.</p>
${form}
<div class="actions">
  <button type="submit" form="op.logoutForm" name="logout" value="yes" class="main">Sign out</button>
  <button type="submit" form="op.logoutForm">Stay signed in</button>
</div>`,
  );
}

/** The page on the way back to an application that need not ask the user. */
export function onwardPage(form: string): string {
  return page(
    "Signing out",
    `<h1>Signing out</h1>
<p class="muted">You’ll be back in a moment.</p>
${form}
<input type="hidden" form="op.logoutForm" name="logout" value="yes">
<noscript><div class="actions">
  <button type="submit" form="op.logoutForm" class="main">Continue</button>
</div></noscript>
<script>document.forms[0].submit();</script>`,
  );
}

function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Demo Provider</title>
<style>${style}</style>
</head>
<body>
<header>Demo Provider</header>
<main>
${body}
</main>
</body>
</html>
`;
}

/** The look of the other pages, in a colour of its own: this is another site. */
const style = `
:root {
  color-scheme: light dark; --bg: #f6f6f8; --card: #fff; --ink: #17181c; --soft: #5c606b;
  --line: #e1e2e7; --edge: #878b96; --bad: #b42318; --key: #8a3b12; --on: #fff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #0d0e11; --card: #17181c; --ink: #f1f2f5; --soft: #a2a6b1;
    --line: #30333c; --edge: #6f7482; --bad: #ff9c92; --key: #f0a070; --on: #17181c;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  max-width: 28rem; margin: auto; padding: min(11vh, 8rem) 1rem 2rem; background: var(--bg);
  color: var(--ink); font: .9375rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere;
}
header { display: flex; align-items: center; justify-content: center; gap: .75rem;
  margin-bottom: 1.5rem; font-size: 1.05rem; font-weight: 600; }
header::before { width: 2rem; height: 2rem; border-radius: 50%; background: var(--key); content: ""; }
main {
  padding: 2.5rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card);
  box-shadow: 0 8px 32px -12px #0002;
}
h1 { font-size: 1.5rem; font-weight: 600; line-height: 1.2; letter-spacing: -.02em; }
h1, .muted { text-align: center; text-wrap: balance; }
.muted { margin-top: .5rem; color: var(--soft); }
.account { margin-top: .625rem; }
.muted + *, .or + * { margin-top: 1.5rem; }
.account button { display: block; width: 100%; text-align: start; line-height: 1.4; }
.account span { display: block; color: var(--soft); font-size: .875rem; font-weight: 400; }
b, button, label, strong { font-weight: 500; }
strong { color: var(--ink); }
.or { display: flex; align-items: center; gap: .75rem; margin: 1.5rem 0 0; color: var(--soft);
  font-size: .8rem; }
.or::before, .or::after { flex: 1; border-top: 1px solid var(--line); content: ""; }
form { display: grid; gap: .375rem; }
label { font-size: .875rem; }
label:not(:first-child) { margin-top: .625rem; }
input, button, .error, .b {
  min-height: 2.75rem; padding: .5rem .875rem; border: 1px solid var(--line); border-radius: .625rem;
  background: var(--card); color: inherit; font: inherit;
}
input { width: 100%; border-color: var(--edge); font-size: 1rem; line-height: 1.2; }
.error { margin-bottom: 1rem; border-color: #0000; color: var(--bad); font-size: .875rem;
  background: color-mix(in srgb, currentColor 7%, #0000); }
button, .b { font-weight: 500; cursor: pointer; box-shadow: 0 1px 2px #0001; }
button:hover { background: var(--bg); }
.b { display: flex; align-items: center; justify-content: center; margin-top: 1.5rem;
  text-decoration: none; }
.main, .main:hover { border-color: #0002; background: var(--key); color: var(--on); }
:focus-visible { outline: 2px solid var(--key); outline-offset: 2px; }
.actions { display: grid; gap: .625rem; margin-top: .875rem; }
@media (max-width: 30rem) {
  body { padding: 2rem 1.25rem; background: var(--card); }
  main { padding: 0; border: 0; box-shadow: none; }
}
`;
