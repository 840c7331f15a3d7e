import { component$, Slot } from "@qwik.dev/core";
import { requireSession } from "@latchkey/auth/qwik";

export const onRequest = requireSession();

export default component$(() => <Slot />);
