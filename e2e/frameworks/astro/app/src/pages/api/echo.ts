import type { APIRoute } from "astro";
import { auth } from "../../auth.ts";

export const POST: APIRoute = async (context) => {
  const session = await auth.require(context);
  if (session instanceof Response) return session;
  const { request } = context;
  const isJson = request.headers.get("content-type")?.includes("json");
  return Response.json(
    isJson
      ? await request.json()
      : Object.fromEntries(await request.formData()),
  );
};
