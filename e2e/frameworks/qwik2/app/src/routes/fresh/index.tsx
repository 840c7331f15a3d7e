import { component$ } from "@qwik.dev/core";
import { requireSession } from "@latchkey/auth/qwik";
import { Account } from "../../account.tsx";

export const onRequest = requireSession({ maxAge: 60 });

export default component$(() => <Account />);
