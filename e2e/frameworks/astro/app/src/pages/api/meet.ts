import { waitAtGate } from "@latchkey/auth/testing/host-config";
import type { APIRoute } from "astro";
import { auth, env } from "../../auth.ts";

export const GET: APIRoute = async (context) => {
  const readId = async () => (await auth.getSession(context))?.user.id ?? null;
  const before = await readId();
  await waitAtGate(env, context.url.searchParams.get("gate"));
  return Response.json({ before, after: await readId() });
};
