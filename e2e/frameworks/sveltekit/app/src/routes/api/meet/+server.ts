import { waitAtGate } from "@latchkey/auth/testing/host-config";
import { auth } from "../../../auth.server.ts";
import { env } from "../../../env.server.ts";
import type { RequestHandler } from "./$types";

export const GET: RequestHandler = async (event) => {
  const readId = async () => (await auth.getSession(event))?.user.id ?? null;
  const before = await readId();
  await waitAtGate(env, event.url.searchParams.get("gate"));
  return Response.json({ before, after: await readId() });
};
