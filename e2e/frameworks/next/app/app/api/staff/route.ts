import { auth } from "../../../auth";

export async function GET(request: Request): Promise<Response> {
  const session = await auth.require(request, { role: "staff" });
  return session instanceof Response ? session : Response.json(session);
}
