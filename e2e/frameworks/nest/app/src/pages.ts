import type { ContractSession } from "@latchkey/auth/testing/host-config";

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Renders a page with the account. */
export function renderPage(session: ContractSession | null, content = ""): string {
  const { name, note } = session?.user ?? { name: null, note: null };
  return `<!doctype html><html lang="en"><title>Contract</title>
<p id="who">${escapeHtml(session ? name ?? "" : "nobody")}</p>
<p id="note">${escapeHtml(note ?? "")}</p>
${content}</html>`;
}

export function renderForms(prefix: string, csrfField: string): string {
  return `<form method="post" action="${prefix}/auth/signin/op">${csrfField}
<input type="hidden" name="callbackUrl" value="${prefix}/private">
<button>Sign in</button></form>
<form method="post" action="${prefix}/auth/signout">${csrfField}
<button>Sign out</button></form>`;
}

export function renderActions(error?: string): string {
  const shown = error ? `<p id="error">${escapeHtml(error)}</p>` : "";
  return `${shown}<form method="post">
<button name="do" value="provider">Sign in with provider</button></form>
<form method="post"><input name="email"><input name="password">
<button name="do" value="password">Sign in with password</button></form>
<form method="post">
<button name="do" value="sign-out">Sign out</button></form>
<form method="post"><input name="note">
<button name="do" value="update">Update</button></form>`;
}
