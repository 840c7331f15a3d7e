import type { LoaderFunctionArgs } from "react-router";
import { auth } from "../../auth.server";

export async function loader(args: LoaderFunctionArgs) {
  const headers = new Headers();
  headers.append("set-cookie", "own=1; Path=/");
  headers.append("set-cookie", "other=2; Path=/");
  return Response.json(await auth.getSession(args), { headers });
}
