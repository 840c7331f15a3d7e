import { component$ } from "@builder.io/qwik";
import { type DocumentHead, Link } from "@builder.io/qwik-city";
import { Icon } from "~/components/icon.tsx";

export default component$(() => (
  <div class="page small">
    <section class="card">
      <hgroup>
        <p class="disc">
          <Icon name="find" />
        </p>
        <h1>Page not found</h1>
        <p>There’s nothing at this address. It may have moved.</p>
      </hgroup>
      <Link class="b main" href="/">Go to the home page</Link>
    </section>
  </div>
));

export const head: DocumentHead = { title: "Page not found" };
