import type { RequestHandler } from "@builder.io/qwik-city";

/** What pages may load and where forms may go. Qwik puts the nonce on its own scripts. */
export const onRequest: RequestHandler = ({ headers, sharedMap }) => {
  headers.set("referrer-policy", "same-origin");
  headers.set("x-content-type-options", "nosniff");
  // The development server has scripts and styles of its own.
  if (import.meta.env.DEV) return;
  const nonce = crypto.randomUUID();
  sharedMap.set("@nonce", nonce);
  headers.set(
    "content-security-policy",
    [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}'`,
      // Qwik writes styles into the page.
      "style-src 'self' 'unsafe-inline'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
    ].join("; "),
  );
};
