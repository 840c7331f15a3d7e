/**
 * The application as a worker: configured by bindings, with its `fetch` routed
 * to the provider's worker.
 */

import { createApp } from "./app.ts";

const answer = createApp({
  providers: [{ id: "op", name: "Test Provider", type: "oidc" }],
});

export default {
  fetch: (sent: Request): Response | Promise<Response> => {
    const request = new Request(sent);
    // The simulator overwrites this header of the browser.
    const mode = sent.headers.get("x-sec-fetch-mode");
    if (mode !== null) request.headers.set("sec-fetch-mode", mode);
    return answer(request);
  },
};
