import { component$ } from "@qwik.dev/core";
import { requireSession } from "@latchkey/auth/qwik";
import { Account } from "../../account.tsx";

export const onRequest = requireSession({ role: "staff" });

export default component$(() => <Account />);
