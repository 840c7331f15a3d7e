import { auth } from "../../../auth.server.ts";
import type { RequestHandler } from "./$types";

export const GET: RequestHandler = async (event) =>
  Response.json(await auth.require(event, { role: "staff" }));
