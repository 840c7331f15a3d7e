import { waitAtGate } from "@latchkey/auth/testing/host-config";
import { Suspense } from "react";
import { Await, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { toAccount } from "../account";
import { auth, env } from "../auth.server";

export function loader({ context, url }: LoaderFunctionArgs) {
  const { name } = toAccount(auth.session(context));
  const gate = waitAtGate(env, url.searchParams.get("gate"));
  return { name, last: gate.then(() => name) };
}

export default function Page() {
  const { name, last } = useLoaderData<typeof loader>();
  return (
    <>
      <p>{`first ${name}`}</p>
      <Suspense>
        <Await resolve={last}>{(name) => <p>{`last ${name}`}</p>}</Await>
      </Suspense>
    </>
  );
}
