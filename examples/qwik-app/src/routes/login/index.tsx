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
    <div class="page small">
      <section class="card">
        <hgroup>
          <h1>Sign in</h1>
          <p>You’ll go on to the page that you asked for.</p>
        </hgroup>
        <ProviderForm />
        {site.hasPasswords && <p class="or">or</p>}
        {site.hasPasswords && <PasswordForm />}
      </section>
    </div>
  );
});

export const head: DocumentHead = { title: "Sign in" };
