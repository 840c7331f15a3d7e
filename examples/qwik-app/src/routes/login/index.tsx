import { component$ } from "@builder.io/qwik";
import type { DocumentHead } from "@builder.io/qwik-city";
import { PasswordForm } from "~/components/password-form.tsx";
import { ProviderForm } from "~/components/provider-form.tsx";
import { useSite } from "../layout.tsx";

/**
 * A custom sign-in page. Guards add a `callbackUrl`, to which the forms lead,
 * with and without JavaScript.
 */
export default component$(() => {
  const { value: site } = useSite();
  return (
    <section class="card hero">
      <h1>Sign in</h1>
      <p>You will come back to the page that you asked for.</p>
      <ProviderForm />
      {site.hasPasswords && <p class="or">or</p>}
      {site.hasPasswords && <PasswordForm />}
    </section>
  );
});

export const head: DocumentHead = { title: "Sign in" };
