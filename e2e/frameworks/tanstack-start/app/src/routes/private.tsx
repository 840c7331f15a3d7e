import { createFileRoute } from "@tanstack/react-router";
import { createServerFn } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { Account, toAccount } from "../account";
import { auth } from "../auth.server";

const getOwn = createServerFn().handler(async () =>
  toAccount(await auth.require(getRequest()))
);

export const Route = createFileRoute("/private")({
  loader: () => getOwn(),
  component: () => <Account {...Route.useLoaderData()} />,
});
