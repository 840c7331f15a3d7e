import type { APIRoute } from "astro";
import { auth } from "../../auth.ts";

export const GET: APIRoute = async (context) => {
  const session = await auth.require(context, { role: "staff" });
  return session instanceof Response ? session : Response.json(session);
};
