import { waitAtGate } from "@latchkey/auth/testing/host-config";
import { Await, createFileRoute } from "@tanstack/react-router";
import { createServerFn } from "@tanstack/react-start";
import { Suspense } from "react";
import { getAccount } from "../account";
import { env } from "../auth.server";

const wait = createServerFn()
  .validator((gate: string) => gate)
  .handler(async ({ data }) => await waitAtGate(env, data));

export const Route = createFileRoute("/stream")({
  validateSearch: ({ gate = "" }: { gate?: unknown }) => ({ gate: `${gate}` }),
  loaderDeps: ({ search }) => search,
  loader: async ({ deps: { gate } }) => {
    const { name } = await getAccount();
    return { name, last: wait({ data: gate }).then(() => name) };
  },
  component: Page,
});

function Page() {
  const { name, last } = Route.useLoaderData();
  return (
    <>
      <p>{`first ${name}`}</p>
      <Suspense>
        <Await promise={last}>{(name) => <p>{`last ${name}`}</p>}</Await>
      </Suspense>
    </>
  );
}
