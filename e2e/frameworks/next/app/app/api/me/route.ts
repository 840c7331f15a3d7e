import { auth } from "../../../auth";

export async function GET(): Promise<Response> {
  const headers = { "cache-control": "private, no-store" };
  return Response.json(await auth.getSession(), { headers });
}
