import { component$, Slot } from "@builder.io/qwik";
import { requireSession } from "@latchkey/auth/component";

/**
 * One guard in front of every route of this folder. Visitors who are signed in
 * at the provider pass without a click.
 */
export const onRequest = requireSession({ silent: "demo" });

export default component$(() => <Slot />);
