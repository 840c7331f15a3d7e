import { component$, Slot } from "@builder.io/qwik";
import { requireSession } from "@latchkey/auth/component";

/** One guard in front of every route of this folder. */
export const onRequest = requireSession();

export default component$(() => <Slot />);
