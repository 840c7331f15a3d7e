import type { Framework } from "../framework.ts";
import { deno } from "./deno.ts";
import { express } from "./express.ts";
import { hono } from "./hono.ts";

/** The frameworks, by the names that the command takes. */
export const frameworks: Readonly<Record<string, Framework>> = {
  express,
  hono,
  deno,
};
