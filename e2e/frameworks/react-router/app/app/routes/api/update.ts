import type { ActionFunctionArgs } from "react-router";
import { auth } from "../../auth.server";

export async function action(args: ActionFunctionArgs) {
  await auth.require(args);
  const fields = await args.request.formData();
  const rotate = fields.get("rotate") === "1";
  await auth.updateSession(args, { note: fields.get("note") }, { rotate });
  return Response.json(await auth.getSession(args));
}
