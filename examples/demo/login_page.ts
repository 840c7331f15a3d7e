/** The content of the embedded provider's login page. */
export interface LoginPage {
  readonly action: string;
  readonly application: string;
  readonly username?: string;
  readonly error?: string;
}

/**
 * The policy of the provider's pages: no scripts, no frames, nothing from other
 * origins.
 */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** The login form. */
export function loginPage(
  { action, application, username = "", error }: LoginPage,
): string {
  return page(
    "Sign in",
    `<h1>Sign in</h1>
<p class="muted">to continue to <strong>${escapeHtml(application)}</strong></p>
${
      error === undefined
        ? ""
        : `<p class="error" role="alert">${escapeHtml(error)}</p>`
    }
<form method="post" action="${escapeHtml(action)}">
  <label for="username">User name</label>
  <input id="username" name="username" autocomplete="username" autocapitalize="none"
    spellcheck="false" value="${escapeHtml(username)}" required>
  <label for="password">Password</label>
  <input id="password" name="password" type="password" autocomplete="current-password" required>
  <div class="actions">
    <button type="submit" name="do" value="login">Sign in</button>
    <button type="submit" name="do" value="cancel" class="quiet" formnovalidate>Cancel</button>
  </div>
</form>`,
  );
}

/** A page with a message and an optional action. */
export function messagePage(
  title: string,
  message: string,
  link?: { readonly href: string; readonly text: string },
): string {
  const way = link &&
    `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`;
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1><p class="muted">${escapeHtml(message)}</p>${
      way ?? ""
    }`,
  );
}

/**
 * The confirmation before the provider's own session ends; `form` comes from
 * the provider.
 */
export function logoutPage(form: string): string {
  return page(
    "Sign out",
    `<h1>Sign out</h1><p class="muted">End your session at this provider, too?</p>
${form}
<div class="actions">
  <button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
  <button type="submit" form="op.logoutForm" class="quiet">Stay signed in</button>
</div>`,
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
<main>
<p class="brand"><span aria-hidden="true"></span>Demo Provider</p>
${body}
</main>
</body>
</html>
`;
}

const style = `
:root {
  --back: #f1eee9; --card: #fff; --text: #211c17; --muted: #665d53; --line: #b3a899;
  --accent: #8a3b12; --on-accent: #fff; --error: #a3161d; --error-back: #fdeceb;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #16130f; --card: #211d18; --text: #f3eee7; --muted: #b5aa9c; --line: #6d6357;
    --accent: #f0a070; --on-accent: #24150b; --error: #ffb4ad; --error-back: #3c1a18;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem;
  background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
}
main {
  width: min(100%, 23rem); padding: 2rem; border-radius: 1rem; background: var(--card);
  box-shadow: 0 1px 2px #0002, 0 12px 32px #0001;
}
a { color: var(--accent); }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.2; }
.brand {
  display: flex; align-items: center; gap: .5rem; margin: 0 0 1.5rem; font-size: .875rem;
  font-weight: 600; color: var(--accent);
}
.brand span { width: .75rem; height: .75rem; border-radius: 50%; background: var(--accent); }
.muted { margin: .25rem 0 0; color: var(--muted); }
.error {
  margin: 1rem 0 0; padding: .625rem .75rem; border-radius: .5rem; color: var(--error);
  background: var(--error-back);
}
form { display: grid; gap: .375rem; margin-top: 1.5rem; }
label { font-size: .875rem; font-weight: 600; }
label:not(:first-child) { margin-top: .75rem; }
input, button { font: inherit; border-radius: .5rem; padding: .625rem .75rem; }
input { width: 100%; border: 1px solid var(--line); background: transparent; color: inherit; }
button {
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent);
  font-weight: 600; cursor: pointer;
}
button.quiet { background: transparent; color: var(--text); border-color: var(--line); }
button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.actions { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin-top: 1.25rem; }
`;
