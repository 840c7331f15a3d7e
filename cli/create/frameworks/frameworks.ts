import type { Framework } from "../framework.ts";
import { astro } from "./astro.ts";
import { deno } from "./deno.ts";
import { express } from "./express.ts";
import { fastify } from "./fastify.ts";
import { hono } from "./hono.ts";
import { koa } from "./koa.ts";
import { nest } from "./nest.ts";
import { next } from "./next.ts";
import { nuxt } from "./nuxt.ts";
import { qwik } from "./qwik.ts";
import { reactRouter } from "./react_router.ts";
import { sveltekit } from "./sveltekit.ts";
import { tanstackStart } from "./tanstack_start.ts";

/** The frameworks, by the names that the command takes; those that others run on come first. */
export const frameworks: Readonly<Record<string, Framework>> = {
  express,
  hono,
  fastify,
  koa,
  next,
  "react-router": reactRouter,
  qwik,
  sveltekit,
  nuxt,
  astro,
  "tanstack-start": tanstackStart,
  nest,
  deno,
};
