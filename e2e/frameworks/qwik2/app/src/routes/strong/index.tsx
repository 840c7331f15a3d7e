import { component$ } from "@qwik.dev/core";
import { requireSession } from "@latchkey/auth/qwik";
import { Account } from "../../account.tsx";

export const onRequest = requireSession({ acr: "mfa", amr: "otp" });

export default component$(() => <Account />);
