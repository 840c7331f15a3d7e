import { createFileRoute } from "@tanstack/react-router";
import { createServerFn } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { auth } from "../auth.server";

const fail = createServerFn().handler(async () => {
  const session = await auth.getSession(getRequest());
  throw new Error("thrown by the application", { cause: session?.user.id });
});

export const Route = createFileRoute("/throw")({ loader: () => fail() });
