/** The smoke test on workerd: runs on Node, beside the two bundled workers. */

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { runFlow } from "./flow.ts";

interface Sent {
  readonly status: number;
  readonly headers: Iterable<[string, string]>;
  arrayBuffer(): Promise<ArrayBuffer>;
}
interface Simulator {
  dispatchFetch(url: string, init: object): Promise<Sent>;
  dispose(): Promise<void>;
}

// It is installed in the folder where this runs, not in this project.
const name = "miniflare";
const { Miniflare } = await import(name) as {
  Miniflare: new (options: object) => Simulator;
};

const app = "https://app.example";
const issuer = "https://op.example.net";
const id = "smoke-client";
const secret = randomBytes(24).toString("hex");

const toWorker = (name: string, options: object) => ({
  name,
  // As a list: a single script may not reference packages that are not
  // installed.
  modules: [{
    type: "ESModule",
    path: `${name}.js`,
    contents: readFileSync(`${name}.js`, "utf8"),
  }],
  compatibilityDate: "2025-09-01",
  compatibilityFlags: ["nodejs_compat"],
  ...options,
});
const simulator = new Miniflare({
  workers: [
    toWorker("worker_app", {
      routes: ["app.example/*"],
      // The other worker answers all requests of the application.
      outboundService: "worker_provider",
      bindings: {
        AUTH_SECRET: randomBytes(32).toString("base64url"),
        AUTH_TRUST_HOST: "true",
        AUTH_OP_ISSUER: issuer,
        AUTH_OP_ID: id,
        AUTH_OP_SECRET: secret,
      },
    }),
    toWorker("worker_provider", {
      routes: ["op.example.net/*"],
      bindings: { ISSUER: issuer, CLIENT_ID: id, CLIENT_SECRET: secret },
    }),
  ],
});

try {
  await runFlow({
    app,
    issuer,
    send: async (request) => {
      const { method, headers } = request;
      const mode = headers.get("sec-fetch-mode");
      if (mode !== null) headers.set("x-sec-fetch-mode", mode);
      const hasBody = method !== "GET" && method !== "HEAD";
      const answer = await simulator.dispatchFetch(request.url, {
        method,
        headers: Object.fromEntries(headers),
        redirect: "manual",
        ...(hasBody && { body: await request.arrayBuffer() }),
      });
      const bytes = await answer.arrayBuffer();
      return new Response(bytes.byteLength > 0 ? bytes : null, {
        status: answer.status,
        headers: [...answer.headers],
      });
    },
  });
} finally {
  await simulator.dispose();
}
