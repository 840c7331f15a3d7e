import type { Session } from "@latchkey/auth";
import { apiUrl, keepsSessions } from "./auth.ts";
import { type Html, html } from "./html.ts";

/** The data about the request that every page needs. */
export interface Context {
  readonly session: Session | null;
  readonly csrfToken: string;
  /** Path and query of the page. */
  readonly url: string;
}

const links = [
  { href: "/", label: "Home" },
  { href: "/protected", label: "Protected" },
  { href: "/members", label: "Members" },
  { href: "/profile", label: "Account" },
];

/** The pages of the account; all but the first need a database. */
const accountLinks = [
  { href: "/profile", label: "Profile" },
  { href: "/sessions", label: "Sessions" },
  { href: "/passkeys", label: "Ways to sign in" },
  ...(apiUrl ? [{ href: "/connection", label: "Connection" }] : []),
];

/** A page with the header; `shape` is a class beside `.page` in `styles.css`. */
export function layout(
  context: Context,
  title: string,
  content: Html,
  shape = "",
): Html {
  return documentOf(
    title,
    html`
      <a class="skip" href="#content">Skip to content</a>
      <header>
        ${brand}
        <nav aria-label="Main">
          ${links.map((link) => navigationLink(link, context.url))}
        </nav>
        ${accountArea(context)}
      </header>
      <main id="content" class="page ${shape}">${content}</main>
    `,
  );
}

/** One of the pages about the person who is signed in. */
export function accountLayout(
  context: Context,
  title: string,
  content: Html,
): Html {
  const tabs = html`
    <nav aria-label="Account">
      ${accountLinks.map((link) => navigationLink(link, context.url))}
    </nav>
  `;
  return layout(context, title, html`${keepsSessions ? tabs : null}${content}`);
}

/** A page for failures, when no data about the request can be relied on. */
export function plainLayout(title: string, content: Html): Html {
  return documentOf(
    title,
    html`
      <header>${brand}</header>
      <main id="content" class="page small">${content}</main>
    `,
  );
}

const brand = html`
  <a class="brand" href="/">
    <img src="/favicon.svg" alt="" width="28" height="28">
    <span>Latchkey example</span>
  </a>
`;

function documentOf(title: string, body: Html): Html {
  return html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>${title} · Latchkey example</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="/styles.css">
      </head>
      <body>
        ${body}
      </body>
    </html>
  `;
}

function navigationLink(
  { href, label }: typeof links[number],
  url: string,
): Html {
  const isAccount = label === "Account" &&
    accountLinks.some((link) => url.startsWith(link.href));
  const isHere = href === "/" ? url === href : url.startsWith(href);
  return isHere || isAccount
    ? html`<a href="${href}" aria-current="page">${label}</a>`
    : html`<a href="${href}">${label}</a>`;
}

function accountArea({ session, csrfToken, url }: Context): Html {
  if (!session?.user) {
    const signIn = `/auth/signin?callbackUrl=${encodeURIComponent(url)}`;
    return html`
      <p class="account"><a class="b" href="${signIn}">Sign in</a></p>
    `;
  }
  const name = displayName(session);
  return html`
    <form class="account" method="post" action="/auth/signout">
      <a href="/profile">
        ${avatar(name)}
        <bdi>${name}</bdi>
      </a>
      <input type="hidden" name="csrfToken" value="${csrfToken}">
      <input type="hidden" name="callbackUrl" value="/">
      <input type="hidden" name="federated" value="false">
      <button>Sign out</button>
    </form>
  `;
}

/** The first letters of a name, in a circle. */
export function avatar(name: string): Html {
  const letters = name.trim().split(/\s+/).slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "").join("");
  return html`<span class="disc" aria-hidden="true">${letters}</span>`;
}

export function displayName({ user }: Session): string {
  return user?.name || user?.email || "friend";
}

const shapes = {
  on: "m5 12.5 4.5 4.5L19 7.5",
  off: "M7 12h10",
  go: "m9 6 6 6-6 6",
  key:
    "M3.5 15.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0m7.7-3.2 8.3-8.3m-3 3 3 3m-6.2.2 2 2",
  lock: "M6 10.5h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v2.5",
  mail: "M3.5 6h17v12h-17zm0 .5 8.5 6.5 8.5-6.5",
  device:
    "M5 4.5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2m4 15.5h6",
  site:
    "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
  find: "M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16l4 4",
  alert: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7.5V13m0 3v.1",
};

/** A small picture; `turn` flips what points, where text runs to the left. */
export function icon(name: keyof typeof shapes, turn = ""): Html {
  return html`
    <svg class="${turn}" viewBox="0 0 24 24" aria-hidden="true">
      <path d="${shapes[name]}" />
    </svg>
  `;
}

export function time(iso: string): Html {
  const text = new Date(iso).toLocaleString("en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return html`<time datetime="${iso}">${text} UTC</time>`;
}
