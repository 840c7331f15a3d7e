import type { ContractSession } from "@latchkey/auth/testing/host-config";
import { createServerFn } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { auth } from "./auth.server";

/** What pages show of a session. */
export function toAccount(session: ContractSession | null) {
  const { name, note } = session?.user ?? { name: "nobody", note: null };
  return { name: name ?? "", note: note ?? "" };
}

export const getAccount = createServerFn().handler(async () =>
  toAccount(await auth.getSession(getRequest()))
);

export function Account({ name, note }: ReturnType<typeof toAccount>) {
  return (
    <>
      <p id="who">{name}</p>
      <p id="note">{note}</p>
    </>
  );
}
