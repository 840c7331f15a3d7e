import type { ActionFunctionArgs } from "react-router";
import { auth } from "../../auth.server";

export async function action(args: ActionFunctionArgs) {
  await auth.require(args);
  const { request } = args;
  const type = request.headers.get("content-type") ?? "";
  return Response.json(
    type.includes("json")
      ? await request.json()
      : Object.fromEntries(await request.formData()),
  );
}
