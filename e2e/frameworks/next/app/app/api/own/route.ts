import { cookies } from "next/headers";
import { auth } from "../../../auth";

export async function GET(): Promise<Response> {
  const jar = await cookies();
  jar.set("own", "1");
  jar.set("other", "2");
  return Response.json(await auth.getSession());
}
