import { auth } from "../../auth.server.ts";
import { prefix } from "../../env.server.ts";
import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = async (event) => ({
  prefix,
  csrfToken: await auth.csrfToken(event),
});
