import { createFileRoute } from "@tanstack/react-router";
import { Account, getAccount } from "../account";

export const Route = createFileRoute("/")({
  loader: () => getAccount(),
  component: () => <Account {...Route.useLoaderData()} />,
});
