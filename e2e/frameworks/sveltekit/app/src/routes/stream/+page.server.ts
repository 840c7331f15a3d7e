import { waitAtGate } from "@latchkey/auth/testing/host-config";
import { env } from "../../env.server.ts";
import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = ({ locals, url }) => {
  const name = locals.session?.user.name ?? "nobody";
  const gate = url.searchParams.get("gate");
  return {
    first: `first ${name}`,
    last: waitAtGate(env, gate).then(() => `last ${name}`),
  };
};
