import type { Session } from "@latchkey/auth";
import { keepsSessions } from "./auth.ts";
import { type Html, html } from "./html.ts";
import { mailProviders } from "./mail.ts";
import { hasPasswords } from "./passwords.ts";

/** The data about the request that every page needs. */
export interface Context {
  readonly session: Session | null;
  readonly csrfToken: string;
  /** Path and query of the page. */
  readonly url: string;
}

const provider = { id: "demo", name: "Demo Provider" };

const links = [
  { href: "/", label: "Home" },
  { href: "/protected", label: "Protected" },
  { href: "/members", label: "Members" },
  ...(keepsSessions ? [{ href: "/sessions", label: "Sessions" }] : []),
  ...(keepsSessions ? [{ href: "/passkeys", label: "Passkeys" }] : []),
];

const tiles = [
  { href: "/profile", label: "Profile", text: "What this site knows of you" },
  { href: "/protected", label: "Protected", text: "One page behind a guard" },
  { href: "/members", label: "Members", text: "A router behind one guard" },
  ...(keepsSessions
    ? [{
      href: "/sessions",
      label: "Sessions",
      text: "Where you are signed in",
    }, {
      href: "/passkeys",
      label: "Passkeys",
      text: "How you sign in without a password",
    }]
    : []),
];

export function homePage(context: Context): Html {
  const { session } = context;
  if (session?.user) return welcomePage(context, displayName(session));
  return layout(
    context,
    "Welcome",
    html`
      <section class="card hero">
        <h1>Hello, stranger</h1>
        <p>This page is for everybody. The others want to know who you are.</p>
        ${signInForm(context)}
      </section>
    `,
  );
}

function welcomePage(context: Context, name: string): Html {
  return layout(
    context,
    "Welcome back",
    html`
      <section class="card hero">
        <h1>Hello, ${name}</h1>
        <p>You are signed in. Every door on this site is open.</p>
      </section>
      <ul class="tiles">
        ${tiles.map(tile)}
      </ul>
    `,
  );
}

export function profilePage(context: Context): Html {
  const { session } = context;
  const json = JSON.stringify(session, null, 2);
  return layout(
    context,
    "Profile",
    html`
      <section class="card">
        <h1>Profile</h1>
        <p>These are the fields of the session, as the server reads them.</p>
        <dl>
          ${field("Name", session?.user?.name)}
          ${field("Email", session?.user?.email)}
          ${field("Image", session?.user?.image)}
          ${field("Session ends", session && time(session.expires))}
        </dl>
        <details>
          <summary>As JSON</summary>
          <pre tabindex="0" aria-label="Session as JSON">${json}</pre>
        </details>
      </section>
    `,
  );
}

export function protectedPage(context: Context): Html {
  const text = "Only people who are signed in can read this. You asked for";
  return textPage(
    context,
    "Protected",
    html`${text} <code>${context.url}</code>.`,
  );
}

export function membersPage(context: Context): Html {
  return textPage(
    context,
    "Members",
    "One guard stands in front of every page of this section.",
    html`<a href="/members/area">Enter the inner room</a>`,
  );
}

export function membersAreaPage(context: Context): Html {
  return textPage(context, "Inner room", "Few people come this far.");
}

export function notFoundPage(context: Context): Html {
  const text = "There is nothing at this address.";
  return textPage(context, "Page not found", text);
}

/** For failures, when no data about the request can be relied on. */
export function errorPage(title: string, message: string): Html {
  return documentOf(
    title,
    html`
      <main id="content">
        <section class="card hero">
          <h1>${title}</h1>
          <p>${message}</p>
          <p><a class="button" href="/">Back to the start</a></p>
        </section>
      </main>
    `,
  );
}

function textPage(
  context: Context,
  title: string,
  ...paragraphs: readonly (string | Html)[]
): Html {
  return layout(
    context,
    title,
    html`
      <section class="card">
        <h1>${title}</h1>
        ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
      </section>
    `,
  );
}

export function layout(context: Context, title: string, content: Html): Html {
  return documentOf(
    title,
    html`
      <a class="skip" href="#content">Skip to content</a>
      <header>
        <a class="brand" href="/">
          <img src="/favicon.svg" alt="" width="28" height="28">
          Latchkey example
        </a>
        <nav aria-label="Main">
          ${links.map((link) => navigationLink(link, context.url))}
        </nav>
        ${accountArea(context)}
      </header>
      <main id="content">${content}</main>
    `,
  );
}

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
  const here = href === "/" ? url === href : url.startsWith(href);
  return here
    ? html`<a href="${href}" aria-current="page">${label}</a>`
    : html`<a href="${href}">${label}</a>`;
}

function accountArea({ session, csrfToken }: Context): Html {
  if (!session?.user) return html`<p class="account">Not signed in</p>`;
  const name = displayName(session);
  return html`
    <form class="account" method="post" action="/auth/signout">
      <a href="/profile">
        <span class="avatar" aria-hidden="true">${initials(name)}</span>
        ${name}
      </a>
      <input type="hidden" name="csrfToken" value="${csrfToken}">
      <input type="hidden" name="callbackUrl" value="/">
      <button type="submit" class="quiet">Sign out</button>
    </form>
  `;
}

function signInForm({ csrfToken }: Context): Html {
  return html`
    <form method="post" action="/auth/signin/${provider.id}">
      <input type="hidden" name="csrfToken" value="${csrfToken}">
      <input type="hidden" name="callbackUrl" value="/">
      <button type="submit">Sign in with ${provider.name}</button>
    </form>
    ${hasPasswords || mailProviders.length > 0 || keepsSessions
      ? html`
        <p><a href="/auth/signin?callbackUrl=/">More ways to sign in</a></p>
      `
      : null}
  `;
}

function tile({ href, label, text }: typeof tiles[number]): Html {
  return html`
    <li>
      <a class="card" href="${href}">
        <strong>${label}</strong>
        <span>${text}</span>
      </a>
    </li>
  `;
}

function field(label: string, value: Html | string | null | undefined): Html {
  return html`
    <div>
      <dt>${label}</dt>
      <dd>${value || html`<span class="none">none</span>`}</dd>
    </div>
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

function displayName({ user }: Session): string {
  return user?.name || user?.email || "friend";
}

function initials(name: string): string {
  const words = name.split(/\s+/).slice(0, 2);
  return words.map((word) => word.charAt(0).toUpperCase()).join("");
}
