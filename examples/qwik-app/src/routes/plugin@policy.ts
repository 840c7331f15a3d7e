import type { RequestHandler } from "@builder.io/qwik-city";

/**
 * Restricts what pages may load and where forms may go. Qwik adds the nonce to
 * its own scripts.
 */
export const onRequest: RequestHandler = ({ headers, sharedMap }) => {
  headers.set("referrer-policy", "same-origin");
  headers.set("x-content-type-options", "nosniff");
  // The development server adds its own scripts and styles.
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
