/**
 * Checks the types of the integrations for frameworks that are small enough to
 * be installed together, as applications see them.
 *
 * @module
 */

import { it } from "node:test";
import { buildApp } from "./run_app.ts";

it("applications of Fastify, Hono and Koa type-check with TypeScript 5.9, and the types of the packages with them", async () => {
  await buildApp("types", [["node_modules/typescript/bin/tsc", "-p", "."]]);
});
