import { component$ } from "@qwik.dev/core";
import type { ContractUser } from "@latchkey/auth/testing/host-config";
import { useSessionRefresh } from "@latchkey/auth/qwik";
import { useSession } from "./routes/plugin@auth.ts";

/** The account, as the suite finds it. */
export const Account = component$(() => {
  useSessionRefresh();
  const session = useSession();
  const user = session.value?.user as ContractUser | undefined;
  return (
    <>
      <p id="who">{session.value ? user?.name : "nobody"}</p>
      <p id="note">{user?.note}</p>
    </>
  );
});
