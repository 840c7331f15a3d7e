import { sequence } from "@sveltejs/kit/hooks";
import type { Handle } from "@sveltejs/kit/hooks";
import { auth } from "./auth.server.ts";

const other: Handle = async ({ event, resolve }) => await resolve(event);

export const handle: Handle = sequence(auth.handle, other);
