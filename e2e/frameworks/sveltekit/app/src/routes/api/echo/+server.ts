import { auth } from "../../../auth.server.ts";
import type { RequestHandler } from "./$types";

export const POST: RequestHandler = async (event) => {
  await auth.require(event);
  const { request } = event;
  const isJson = request.headers.get("content-type")?.includes("json");
  return Response.json(
    isJson
      ? await request.json()
      : Object.fromEntries(await request.formData()),
  );
};
