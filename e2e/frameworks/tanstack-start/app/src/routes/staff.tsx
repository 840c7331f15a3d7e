import { createFileRoute } from "@tanstack/react-router";
import { createServerFn } from "@tanstack/react-start";
import { Account, toAccount } from "../account";
import { requireStaff } from "../guards";

const getOwn = createServerFn()
  .middleware([requireStaff])
  .handler(({ context }) => toAccount(context.session));

export const Route = createFileRoute("/staff")({
  server: { middleware: [requireStaff] },
  loader: () => getOwn(),
  component: () => <Account {...Route.useLoaderData()} />,
});
