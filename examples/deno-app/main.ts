import { createAuth, type Session } from "@latchkey/auth";

/** Issuer, client and secret come from AUTH_DEMO_ISSUER, AUTH_DEMO_ID and AUTH_DEMO_SECRET. */
const provider = { id: "demo", name: "Demo Provider", type: "oidc" } as const;
const auth = createAuth({ providers: [provider] });

/** Data about the request that every page needs. */
interface Visit {
  readonly session: Session | null;
  /** Proves that a form comes from this site. */
  readonly csrfToken: string;
}

async function handle(request: Request): Promise<Response> {
  // The Host header becomes part of the URL, whatever it contains.
  if (!URL.canParse(request.url)) return new Response(null, { status: 400 });
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/auth/")) return await auth.handler(request);
  if (pathname === "/favicon.ico") return sendIcon();

  const { session, headers } = await auth.session(request);
  if (pathname === "/private" && !session?.user) {
    headers.set("location", "/auth/signin?callbackUrl=/private");
    return new Response(null, { status: 303, headers });
  }
  const { csrfToken, headers: more } = await auth.csrfToken(request);
  for (const [name, value] of more) headers.append(name, value);

  const visit = { session, csrfToken };
  if (pathname === "/") return send(homePage(visit), 200, headers);
  if (pathname === "/private") return send(privatePage(visit), 200, headers);
  return send(notFoundPage(visit), 404, headers);
}

function homePage(visit: Visit): Html {
  const { session, csrfToken } = visit;
  if (session?.user) {
    return layout(
      visit,
      `Hello, ${nameOf(session)}`,
      html`<p>You are signed in. <a href="/private">Enter the private room</a></p>`,
    );
  }
  return layout(
    visit,
    "Hello, stranger",
    html`
      <p>This page is for everybody. The <a href="/private">private room</a> is not.</p>
      <form method="post" action="/auth/signin/${provider.id}">
        <input type="hidden" name="csrfToken" value="${csrfToken}">
        <input type="hidden" name="callbackUrl" value="/">
        <button class="main">Sign in with ${provider.name}</button>
      </form>
    `,
  );
}

function privatePage(visit: Visit): Html {
  const session = JSON.stringify(visit.session, null, 2);
  return layout(
    visit,
    "The private room",
    html`
      <p>This is what the site knows of you:</p>
      <pre tabindex="0" aria-label="Your session">${session}</pre>
      <p><a href="/">Back to the start</a></p>
    `,
  );
}

function notFoundPage(visit: Visit): Html {
  const back = html`<p><a href="/">Back to the start</a></p>`;
  return layout(visit, "There is nothing here", back);
}

function layout(visit: Visit, title: string, content: Html): Html {
  return html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${title} · Latchkey on Deno</title>
        <style>${css}</style>
      </head>
      <body>
        <header><a href="/">Latchkey on Deno</a>${signOutForm(visit)}</header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>
  `;
}

function signOutForm({ session, csrfToken }: Visit): Html {
  if (!session?.user) return html``;
  return html`
    <form method="post" action="/auth/signout">
      <span>${nameOf(session)}</span>
      <input type="hidden" name="csrfToken" value="${csrfToken}">
      <input type="hidden" name="callbackUrl" value="/">
      <button>Sign out</button>
    </form>
  `;
}

function nameOf({ user }: Session): string {
  return user?.name || user?.email || "friend";
}

/** Markup that is safe to send. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Escapes every value in a template, except markup made by this tag. */
function html(
  markup: TemplateStringsArray,
  ...parts: readonly (Html | string)[]
): Html {
  const texts = parts.map((part) =>
    part instanceof Html ? part.text : part.replace(
      /[&<>"']/g,
      (character) => `&#${character.charCodeAt(0)};`,
    )
  );
  return new Html(String.raw({ raw: markup }, ...texts).trim());
}

const css = new Html(
  `:root{color-scheme:light dark;--line:light-dark(#d9dde3,#333a45);--soft:light-dark(#5b6470,#a0a9b6);--key:light-dark(#1f5eff,#7aa2ff)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:42rem;padding:1.5rem;font:1rem/1.6 system-ui,sans-serif}
header{display:flex;justify-content:space-between;align-items:center;gap:1rem;padding-bottom:1rem;border-bottom:1px solid var(--line)}
header a{color:inherit;font-weight:600;text-decoration:none}
header form{display:flex;align-items:center;gap:.75rem;color:var(--soft)}
main{padding:3rem 0}
h1{margin:0 0 1rem;font-size:1.9rem;line-height:1.2}
a{color:var(--key)}
pre{overflow:auto;padding:1rem;border:1px solid var(--line);border-radius:.6rem}
button{padding:.5rem .9rem;border:1px solid var(--line);border-radius:.6rem;background:none;color:inherit;font:inherit;cursor:pointer}
.main{background:var(--key);border-color:var(--key);color:light-dark(#fff,#0b1220);font-weight:600}
:focus-visible{outline:3px solid var(--key);outline-offset:2px}`,
);
const digest = await crypto.subtle.digest(
  "SHA-256",
  new TextEncoder().encode(css.text),
);
const cssHash = btoa(String.fromCharCode(...new Uint8Array(digest)));

/**
 * Serves the icon that browsers request for every page, including those of
 * `/auth`.
 */
function sendIcon(): Response {
  const icon =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#1f5eff"/><circle cx="16" cy="13" r="5" fill="#fff"/><path d="M14 16h4l2 9h-8z" fill="#fff"/></svg>`;
  return new Response(icon, {
    headers: {
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=86400",
    },
  });
}

function send(page: Html, status: number, headers: Headers): Response {
  const policy =
    `default-src 'none'; style-src 'sha256-${cssHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", policy);
  // A page depends on its visitor, so no cache may keep it.
  headers.set("cache-control", "private, no-store");
  headers.set("referrer-policy", "same-origin");
  headers.set("x-content-type-options", "nosniff");
  return new Response(page.text, { status, headers });
}

Deno.serve({
  port: Number(Deno.env.get("PORT") ?? 3000),
  hostname: Deno.env.get("HOST") ?? "0.0.0.0",
  // deno-lint-ignore no-console -- tells the person at the terminal where to go
  onListen: ({ port }) => console.log(`http://localhost:${port}`),
}, handle);
