import { createFileRoute } from "@tanstack/react-router";
import { createServerFn } from "@tanstack/react-start";
import { Account, toAccount } from "../account";
import { requireFresh } from "../guards";

const getOwn = createServerFn()
  .middleware([requireFresh])
  .handler(({ context }) => toAccount(context.session));

export const Route = createFileRoute("/fresh")({
  server: { middleware: [requireFresh] },
  loader: () => getOwn(),
  component: () => <Account {...Route.useLoaderData()} />,
});
