/**
 * What `doctor <url>` can find that keeps nobody from signing in yet.
 *
 * @module
 */

import type { Meaning } from "../catalogue.ts";

/** What `doctor <url>` can find that keeps nobody from signing in yet. */
export const outsideRisks = {
  "proxy.host": {
    gravity: "risks",
    why:
      "A visitor's own header says which host the application has: links in mails would lead to an attacker's.",
    mend:
      "Set `AUTH_URL`; and let the proxy replace the header (nginx: `proxy_set_header X-Forwarded-Host $host;`).",
  },
  "cookies.insecure": {
    gravity: "risks",
    why: "The cookie also goes over http, where others can read it.",
    mend:
      "Set `AUTH_URL` to the https origin, or `useSecureCookies: true`, and let the proxy change no attribute.",
  },
  "cookies.script": {
    gravity: "risks",
    why: "A script in the page can steal the session.",
    mend: "Let the proxy keep `HttpOnly`, and set no `httpOnly: false`.",
  },
  "cookies.cross-site": {
    gravity: "risks",
    why: "Requests of other sites carry the cookie.",
    mend:
      "Let the proxy keep `SameSite=Lax`; `none` is for applications in frames of other sites only.",
  },
  "cookies.domain": {
    gravity: "risks",
    why: "Every other host below this domain gets the session, and can set it.",
    mend:
      "Remove `domain` from `cookies`, unless those hosts share the session.",
  },
  "cookies.prefix": {
    gravity: "risks",
    why: "A sibling host can put its own cookie in place of this one.",
    mend:
      "Remove names, paths and domains from `cookies`, which bring `__Host-`.",
  },
  "cache.allowed": {
    gravity: "risks",
    why: "A cache may keep what is for one browser only.",
    mend:
      "Let the proxy keep the `Cache-Control` of `/auth/*` as the library sends it.",
  },
  "page.framing": {
    gravity: "risks",
    why: "Another site can show the sign-in page in a frame, and steal clicks.",
    mend:
      "Let the proxy keep `Content-Security-Policy` and `X-Frame-Options` of `/auth/*`.",
  },
  "tls.redirect": {
    gravity: "risks",
    why: "Who types the address without https stays without.",
    mend: "Redirect: nginx `return 301 https://$host$request_uri;`.",
  },
  "tls.hsts": {
    gravity: "risks",
    why:
      "The first request of a visit may go over http, where somebody in between answers it.",
    mend:
      "Send `Strict-Transport-Security: max-age=31536000` with every https response.",
  },
  "tls.version": {
    gravity: "risks",
    why: "TLS before 1.2 is broken, and browsers refuse it.",
    mend:
      "Allow TLS 1.2 and 1.3 only (nginx: `ssl_protocols TLSv1.2 TLSv1.3;`).",
  },
  "tls.expires": {
    gravity: "risks",
    why: "When it has ended, browsers warn of the site instead of showing it.",
    mend:
      "Renew it (`certbot renew`), and look at why it does not renew itself.",
  },
  "clock.server": {
    gravity: "risks",
    why:
      "Tokens of providers are refused, and links and sessions end too early or too late.",
    mend: "Run NTP on the server: `timedatectl set-ntp true`.",
  },
  "page.style": {
    gravity: "advises",
    why:
      "The browser applies every policy that arrives, so the page has no style.",
    mend:
      "Keep the proxy, or `helmet`, from adding a `Content-Security-Policy` to `/auth/*`: the library's pages have one.",
  },
  "page.scripts": {
    gravity: "advises",
    why: "Without JavaScript, or before it has loaded, nobody can sign in.",
    mend:
      "Write a form of the method POST to `/auth/signin/<id>` with `auth.csrfField(request)`.",
  },
  "tls.http2": {
    gravity: "advises",
    why: "HTTP/1.1 takes more connections, and pages load more slowly.",
    mend: "Turn it on: nginx `http2 on;`.",
  },
} as const satisfies Readonly<Record<string, Meaning>>;
