/**
 * The page of the application: a client, its session in each framework, and the
 * functions that specs call.
 *
 * @module
 */

import { createElement } from "react";
import { createRoot as createReactRoot } from "react-dom/client";
import { createEffect, createRoot } from "solid-js";
import { derived } from "svelte/store";
import { createApp, h } from "vue";
import { createClient } from "@latchkey/auth/client";
import { useSession as useInReact } from "@latchkey/auth/client/react";
import { useSession as useInSolid } from "@latchkey/auth/client/solid";
import {
  type Snapshot,
  useSession as useInSvelte,
} from "@latchkey/auth/client/svelte";
import { useSession as useInVue } from "@latchkey/auth/client/vue";

/** What this page uses of a browser, beside what the client does. */
interface Window {
  readonly document: {
    getElementById(id: string): { textContent: string };
    readonly body: { readonly dataset: { readonly base?: string } };
  };
  client: unknown;
}

const page = globalThis as unknown as Window;
const { document } = page;
const { base: baseUrl } = document.body.dataset;
const client = createClient({ baseUrl });
page.client = client;

type Known = Snapshot<{ user?: { email?: string | null } }>;

function tell({ status, session, error }: Known): string {
  const who = session?.user?.email ?? "nobody";
  return [status, who, error?.type].filter(Boolean).join(" ");
}

const find = (id: string) => document.getElementById(id);

client.subscribe(() => {
  find("plain").textContent = tell(client.getSnapshot());
});
createReactRoot(find("react")).render(
  createElement(() => tell(useInReact(client))),
);
createApp({
  setup() {
    const session = useInVue(client);
    return () => h("span", tell(session.value));
  },
}).mount(find("vue"));
derived(useInSvelte(client), tell).subscribe((text) => {
  find("svelte").textContent = text;
});
createRoot(() => {
  const session = useInSolid(client);
  createEffect(() => {
    find("solid").textContent = tell(session());
  });
});
