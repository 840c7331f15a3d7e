import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { Account, toAccount } from "../account";
import { auth } from "../auth.server";

export function loader({ context }: LoaderFunctionArgs) {
  return toAccount(auth.session(context));
}

export default function Page() {
  return <Account {...useLoaderData<typeof loader>()} />;
}
