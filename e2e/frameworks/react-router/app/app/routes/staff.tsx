import {
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  useLoaderData,
} from "react-router";
import { Account, toAccount } from "../account";
import { auth } from "../auth.server";

export const middleware: MiddlewareFunction<Response>[] = [async (args) => {
  await auth.require(args, { role: "staff" });
}];

export function loader({ context }: LoaderFunctionArgs) {
  return toAccount(auth.session(context));
}

export default function Page() {
  return <Account {...useLoaderData<typeof loader>()} />;
}
