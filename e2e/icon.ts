import type { RequestListener } from "node:http";

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <circle cx="16" cy="16" r="14" fill="#8a3b12"/>
</svg>
`;

/**
 * Answers `/favicon.ico`. A browser with a window asks every origin for it whose page names no
 * icon, and writes to the console if it is missing; the headless shell never asks.
 */
export function withIcon(handler: RequestListener): RequestListener {
  return (request, response) => {
    if (request.url !== "/favicon.ico") return handler(request, response);
    response.writeHead(200, {
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=86400",
    }).end(icon);
  };
}
