import type { LoaderFunctionArgs } from "react-router";
import { auth } from "../../auth.server";

export async function loader(args: LoaderFunctionArgs) {
  return Response.json(await auth.require(args, { role: "staff" }));
}
