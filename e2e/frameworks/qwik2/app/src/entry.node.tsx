import { createQwikRouter } from "@qwik.dev/router/middleware/node";
import { createServer, type IncomingMessage } from "node:http";
import process from "node:process";
import render from "./entry.ssr.tsx";

const { router, staticFile } = createQwikRouter({
  render,
  getOrigin: ({ headers }) =>
    `${headers["x-forwarded-proto"] ?? "http"}://${
      headers["x-forwarded-host"] ?? headers.host
    }`,
});

/** Qwik writes the forwarded host into its pages, whoever sent it. */
function dropForwarded({ headers }: IncomingMessage): void {
  if (headers["x-forwarded-host"] === "app.example") return;
  delete headers["x-forwarded-host"];
  delete headers["x-forwarded-proto"];
}

const server = createServer((req, res) => {
  dropForwarded(req);
  staticFile(req, res, () =>
    router(req, res, () => {
      if (!res.headersSent) res.statusCode = res.statusCode === 200 ? 404 : 500;
      res.end();
    }));
});

const { PORT } = process.env;
server.listen(Number(PORT), "localhost", () => {
  console.log(`http://localhost:${PORT}`);
});
