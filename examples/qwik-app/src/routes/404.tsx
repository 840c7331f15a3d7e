import { component$ } from "@builder.io/qwik";
import type { DocumentHead } from "@builder.io/qwik-city";
import { TextPage } from "~/components/text-page.tsx";

export default component$(() => (
  <TextPage title="Page not found">
    <p>There is nothing at this address.</p>
  </TextPage>
));

export const head: DocumentHead = { title: "Page not found" };
