import type { PageLoad } from "./$types";

/** Reads a handler of the application by a request inside of this one. */
export const load: PageLoad = async ({ fetch }) => ({
  inside: await (await fetch("../api/me")).json(),
  session: await (await fetch("../auth/session")).json(),
});
