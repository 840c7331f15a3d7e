import type { APIRoute } from "astro";
import { auth } from "../../auth.ts";

export const POST: APIRoute = async (context) => {
  const session = await auth.require(context);
  if (session instanceof Response) return session;
  const form = await context.request.formData();
  const rotate = form.get("rotate") === "1";
  await auth.updateSession(context, { note: form.get("note") }, { rotate });
  return Response.json(context.locals.session);
};
