/** The application as a worker: configured by bindings, and its `fetch` goes to the provider's. */

import { createApp } from "./app.ts";

const answer = createApp({
  providers: [{ id: "op", name: "Test Provider", type: "oidc" }],
});

export default {
  fetch: (sent: Request): Response | Promise<Response> => {
    const request = new Request(sent);
    // The simulator writes a header of its own over what the browser sent.
    const mode = sent.headers.get("x-sec-fetch-mode");
    if (mode !== null) request.headers.set("sec-fetch-mode", mode);
    return answer(request);
  },
};
