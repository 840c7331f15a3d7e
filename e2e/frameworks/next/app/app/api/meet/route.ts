import { waitAtGate } from "@latchkey/auth/testing/host-config";
import { auth } from "../../../auth";

export async function GET(request: Request): Promise<Response> {
  const gate = new URL(request.url).searchParams.get("gate");
  const before = (await auth.getSession())?.user.id ?? null;
  await waitAtGate(process.env, gate);
  const after = (await auth.getSession())?.user.id ?? null;
  return Response.json({ before, after });
}
