import { auth } from "../../../auth.server.ts";
import type { RequestHandler } from "./$types";

export const POST: RequestHandler = async (event) => {
  await auth.require(event);
  const form = await event.request.formData();
  const rotate = form.get("rotate") === "1";
  await auth.updateSession(event, { note: form.get("note") }, { rotate });
  return Response.json(event.locals.session);
};
