import { component$ } from "@builder.io/qwik";
import { type DocumentHead, Link } from "@builder.io/qwik-city";
import { TextPage } from "~/components/text-page.tsx";

export default component$(() => (
  <TextPage title="Members">
    <p>One guard stands in front of every page of this section.</p>
    <p>
      <Link href="/members/area" prefetch="js">Enter the inner room</Link>
    </p>
  </TextPage>
));

export const head: DocumentHead = { title: "Members" };
