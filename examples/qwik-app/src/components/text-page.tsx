import { component$, Slot } from "@builder.io/qwik";

export const TextPage = component$<{ title: string }>(({ title }) => (
  <div class="page">
    <section class="card">
      <h1>{title}</h1>
      <Slot />
    </section>
  </div>
));
