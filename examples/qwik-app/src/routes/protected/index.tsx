import { component$ } from "@builder.io/qwik";
import { type DocumentHead, useLocation } from "@builder.io/qwik-city";
import { requireSession } from "@latchkey/auth/component";
import { TextPage } from "~/components/text-page.tsx";

export const onRequest = requireSession();

export default component$(() => {
  const { url } = useLocation();
  return (
    <TextPage title="Protected">
      <p>Only people who are signed in can read this.</p>
      <p>
        You asked for{" "}
        <code>{url.pathname + url.search}</code>, and here you are.
      </p>
      <p class="soft">
        Sign out and open this address again to see its guard at work.
      </p>
    </TextPage>
  );
});

export const head: DocumentHead = { title: "Protected" };
