import { component$ } from "@builder.io/qwik";
import { type DocumentHead, Link } from "@builder.io/qwik-city";
import { TextPage } from "~/components/text-page.tsx";

export default component$(() => (
  <TextPage title="Inner room">
    <p>You’re in. The same guard let you through.</p>
    <p>
      <Link href="/members" prefetch="js">Back to the members’ area</Link>
    </p>
  </TextPage>
));

export const head: DocumentHead = { title: "Inner room" };
