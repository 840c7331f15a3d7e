import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { Account, toAccount } from "../account";
import { auth } from "../auth.server";

export async function loader(args: LoaderFunctionArgs) {
  return toAccount(await auth.require(args, { maxAge: 60 }));
}

export default function Page() {
  return <Account {...useLoaderData<typeof loader>()} />;
}
