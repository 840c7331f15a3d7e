import { createFileRoute } from "@tanstack/react-router";
import { createServerFn } from "@tanstack/react-start";
import { Account, toAccount } from "../account";
import { requireStrong } from "../guards";

const getOwn = createServerFn()
  .middleware([requireStrong])
  .handler(({ context }) => toAccount(context.session));

export const Route = createFileRoute("/strong")({
  server: { middleware: [requireStrong] },
  loader: () => getOwn(),
  component: () => <Account {...Route.useLoaderData()} />,
});
