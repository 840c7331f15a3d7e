import { auth } from "../../../auth";

export async function POST(request: Request): Promise<Response> {
  const session = await auth.require(request);
  if (session instanceof Response) return session;
  const form = await request.formData();
  const rotate = form.get("rotate") === "1";
  await auth.updateSession({ note: form.get("note") }, { rotate });
  return Response.json(await auth.getSession());
}
