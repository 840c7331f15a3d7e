/**
 * What `doctor <url>` can find, causes before what follows from them.
 *
 * @module
 */

import type { Meaning } from "../catalogue.ts";
import { outsideRisks } from "./risks.ts";

/** What `doctor <url>` can find. */
export const outsideFindings = {
  "tls.certificate": {
    gravity: "breaks",
    why: "Browsers warn of the site instead of showing it.",
    mend:
      "Install a certificate for this host with its whole chain, for example by `certbot --nginx -d <host>`, and let it renew itself.",
  },
  "host.untrusted": {
    gravity: "breaks",
    why: "Nothing says that this host is the application's own.",
    mend: "Set `AUTH_URL` to the public origin.",
  },
  "server.configuration": {
    gravity: "breaks",
    why: "The configuration, or code of the application, fails.",
    mend:
      "Read the line of the log with this reference, or run `npx @latchkey/cli doctor --config ./auth.ts` on the server.",
  },
  "routes.prefix": {
    gravity: "breaks",
    why:
      "A proxy removes a part of the path, so the library sees another one than browsers.",
    mend:
      "Pass the path on as it is (nginx: `proxy_pass http://app;` without a path at its end), or set `AUTH_URL` to the whole public path of the auth routes and `basePath` to what arrives.",
  },
  "routes.missing": {
    gravity: "breaks",
    why: "Without the auth routes nobody can sign in.",
    mend:
      "Mount the handler, or name the path of the auth routes in the URL: `doctor https://app.example/my/auth`.",
  },
  "cache.session": {
    gravity: "breaks",
    why:
      "One visitor's session or form is shown to others: they are signed in as somebody else, or their forms are refused.",
    mend:
      "Let the cache in front pass on `/auth/*` without keeping it (nginx: `proxy_cache off;`, CDN: a rule `Bypass cache`).",
  },
  "cookies.missing": {
    gravity: "breaks",
    why: "Without cookies no sign-in can be finished.",
    mend:
      "Let the proxy pass on `Set-Cookie` (nginx: no `proxy_hide_header Set-Cookie`; CDN: no rule that strips cookies on `/auth/*`).",
  },
  "cookies.merged": {
    gravity: "breaks",
    why: "A browser keeps the first cookie of such a header, and drops others.",
    mend:
      'Pass on every `Set-Cookie` as a header of its own: `headers.getSetCookie()` in place of `headers.get("set-cookie")`.',
  },
  "cookies.refused": {
    gravity: "breaks",
    why: "A browser drops the cookie, so a sign-in that began cannot end.",
    mend:
      "Remove `domain` from `cookies`, and let the proxy change no attribute (nginx: no `proxy_cookie_domain`, `proxy_cookie_path` or `proxy_cookie_flags`).",
  },
  "processes.secrets": {
    gravity: "breaks",
    why:
      "One process does not know what another one sealed: sign-ins fail, and sessions end, by chance.",
    mend: "Give all processes the same `AUTH_SECRET`, and deploy them anew.",
  },
  "cookies.lost": {
    gravity: "breaks",
    why:
      "The application does not see the cookies that it set, so every form is refused.",
    mend:
      "Let the proxy pass on `Cookie` (CDN: forward all cookies on `/auth/*`), and let all processes have one `AUTH_SECRET`.",
  },
  "callback.scheme": {
    gravity: "breaks",
    why:
      "The provider refuses the redirect URI, or sends the visitor to http, where the cookies are not.",
    mend:
      'Set `AUTH_URL` to the public origin with https; or let the proxy send `X-Forwarded-Proto: https` and the framework trust it (Express: `app.set("trust proxy", 1)`).',
  },
  "callback.host": {
    gravity: "breaks",
    why:
      "The provider refuses the redirect URI, or sends the visitor to a host that does not have the cookies.",
    mend:
      "Set `AUTH_URL` to the public origin; or let the proxy pass on the host (nginx: `proxy_set_header Host $host;`).",
  },
  "callback.path": {
    gravity: "breaks",
    why:
      "The provider sends the visitor to a path that the proxy does not know.",
    mend:
      "Set `AUTH_URL` to the whole public path of the auth routes, prefix included.",
  },
  "body.read": {
    gravity: "breaks",
    why: "Something reads the body of forms before the library can.",
    mend:
      "Mount the handler before body parsers, or let them read `request.clone()`.",
  },
  "origin.refused": {
    gravity: "breaks",
    why: "The library takes forms of its own page for those of another site.",
    mend:
      "Set `AUTH_URL` to what people type, and let the proxy pass on `Origin` as it is.",
  },
  "limits.reached": {
    gravity: "breaks",
    why:
      "If everyone gets this, the library takes all visitors for one client.",
    mend:
      "Set `trust proxy` (Express) or `clientAddress`, so that each visitor counts alone.",
  },
  "server.storage": {
    gravity: "breaks",
    why: "The store or the adapter fails, and sign-ins with it.",
    mend:
      "Look at the database: `npx @latchkey/cli doctor --config ./auth.ts` on the server measures it.",
  },
  "server.provider": {
    gravity: "breaks",
    why: "The application cannot reach the provider.",
    mend:
      "Try `curl <issuer>/.well-known/openid-configuration` on the server: in a container, `localhost` is the container.",
  },
  "provider.redirect-uri": {
    gravity: "breaks",
    why: "The provider sends nobody back to an address that it does not know.",
    mend: "Register the redirect URI at the provider, exactly as it is sent.",
  },
  "provider.client": {
    gravity: "breaks",
    why: "The provider does not know the client.",
    mend:
      "Compare the client id (`AUTH_<PROVIDER>_ID`) with the one at the provider, and look whether the client is enabled there.",
  },
  "provider.scope": {
    gravity: "breaks",
    why: "The provider refuses a scope, and the sign-in with it.",
    mend:
      "Allow the scope for this client at the provider, or leave it out of `authorization.params.scope`.",
  },
  "provider.other": {
    gravity: "breaks",
    why: "The provider shows an error instead of asking for the sign-in.",
    mend: "Open the sign-in in a browser, and read what the provider says.",
  },
  "server.failure": {
    gravity: "breaks",
    why: "The sign-in does not begin.",
    mend: "Read the log of the application and of the proxy.",
  },
  "page.blocked": {
    gravity: "breaks",
    why:
      "The browser applies every policy that arrives, so the forms do nothing.",
    mend:
      "Keep the proxy, or `helmet`, from adding a `Content-Security-Policy` to `/auth/*`: the library's pages have one.",
  },
  "page.passkeys": {
    gravity: "breaks",
    why: "The browser refuses to ask for passkeys.",
    mend: "Remove `publickey-credentials-get` and `-create` from that header.",
  },
  ...outsideRisks,
} as const satisfies Readonly<Record<string, Meaning>>;
