import type { RequestListener } from "node:http";

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <circle cx="16" cy="16" r="14" fill="#8a3b12"/>
</svg>
`;

/**
 * Serves `/favicon.ico`. A headed browser requests it from every origin whose
 * page names no icon, and logs an error if it is missing; the headless shell
 * never requests it.
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
