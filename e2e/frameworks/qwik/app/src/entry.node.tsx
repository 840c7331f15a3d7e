import { createQwikCity } from "@builder.io/qwik-city/middleware/node";
import qwikCityPlan from "@qwik-city-plan";
import { createServer, type IncomingMessage } from "node:http";
import process from "node:process";
import render from "./entry.ssr.tsx";

const { router, notFound, staticFile } = createQwikCity({
  render,
  qwikCityPlan,
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
    router(req, res, (error?: unknown) => {
      if (!error) return void notFound(req, res, () => {});
      res.statusCode = 500;
      res.end();
    }));
});

const { PORT } = process.env;
server.listen(Number(PORT), "localhost", () => {
  console.log(`http://localhost:${PORT}`);
});
