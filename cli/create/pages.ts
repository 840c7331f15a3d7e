/** The pages of applications whose framework renders no HTML itself. */
export const PAGES = `interface Visitor {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** The first page: who you are, and where to go. */
export function homePage(user: Visitor | undefined): string {
  return user === undefined
    ? page("Hello, stranger", '<a href="/auth/signin">Sign in</a>')
    : page(
      \`Hello, \${user.name ?? user.email ?? "you"}\`,
      '<a href="/private">Private page</a> · <a href="/auth/signout">Sign out</a>',
    );
}

/** A page for people who are signed in. */
export function privatePage(): string {
  return page("Private page", '<a href="/">Back</a>');
}

function page(title: string, links: string): string {
  return \`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>\${escape(title)}</title>
<h1>\${escape(title)}</h1>
<p>\${links}</p>
\`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (one) => \`&#\${one.charCodeAt(0)};\`);
}
`;
