import type { LoaderFunctionArgs } from "react-router";
import { auth } from "../auth.server";

export async function loader(args: LoaderFunctionArgs) {
  const session = await auth.getSession(args);
  throw new Error("thrown by the application", { cause: session?.user.id });
}

export default function Page() {
  return null;
}
