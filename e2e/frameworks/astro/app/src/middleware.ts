import { defineMiddleware, sequence } from "astro:middleware";
import { auth } from "./auth.ts";

const other = defineMiddleware((_, next) => next());

export const onRequest = sequence(auth.onRequest, other);
