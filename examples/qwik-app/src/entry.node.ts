import { createQwikCity } from "@builder.io/qwik-city/middleware/node";
import qwikCityPlan from "@qwik-city-plan";
import { createServer } from "node:http";
import process from "node:process";
import render from "./entry.ssr.tsx";

const { router, notFound, staticFile } = createQwikCity({
  render,
  qwikCityPlan,
});

const server = createServer((req, res) => {
  const fail = (error: unknown) => {
    if (error === undefined) return notFound(req, res, fail);
    if (!res.headersSent) res.statusCode = 500;
    res.end();
  };
  staticFile(req, res, (error: unknown) => {
    if (error === undefined) router(req, res, fail);
    else fail(error);
  });
});

const port = Number(process.env.PORT ?? 3000);
server.listen(port, () => {
  process.stdout.write(`http://localhost:${port}\n`);
});
