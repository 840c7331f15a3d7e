import { auth } from "../../../auth";

export async function POST(request: Request): Promise<Response> {
  const session = await auth.require(request);
  if (session instanceof Response) return session;
  const type = request.headers.get("content-type") ?? "";
  const fields = type.includes("json")
    ? await request.json()
    : Object.fromEntries(await request.formData());
  return Response.json(fields);
}
