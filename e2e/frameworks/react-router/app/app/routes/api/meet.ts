import { waitAtGate } from "@latchkey/auth/testing/host-config";
import type { LoaderFunctionArgs } from "react-router";
import { auth, env } from "../../auth.server";

export async function loader(args: LoaderFunctionArgs) {
  const readId = async () => (await auth.getSession(args))?.user.id ?? null;
  const before = await readId();
  await waitAtGate(env, args.url.searchParams.get("gate"));
  return Response.json({ before, after: await readId() });
}
