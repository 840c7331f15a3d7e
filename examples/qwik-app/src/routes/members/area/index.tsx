import { component$ } from "@builder.io/qwik";
import type { DocumentHead } from "@builder.io/qwik-city";
import { TextPage } from "~/components/text-page.tsx";

export default component$(() => (
  <TextPage title="Inner room">
    <p>Few people come this far.</p>
  </TextPage>
));

export const head: DocumentHead = { title: "Inner room" };
