import type { ContractSession } from "@latchkey/auth/testing/host-config";

/** What pages show of a session. */
export function toAccount(session: ContractSession | null) {
  const { name, note } = session?.user ?? { name: "nobody", note: null };
  return { name: name ?? "", note: note ?? "" };
}

export function Account({ name, note }: ReturnType<typeof toAccount>) {
  return (
    <>
      <p id="who">{name}</p>
      <p id="note">{note}</p>
    </>
  );
}
