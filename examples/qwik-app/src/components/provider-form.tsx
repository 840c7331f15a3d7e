import { component$ } from "@builder.io/qwik";
import { Form } from "@builder.io/qwik-city";
import { useSignIn } from "~/routes/plugin@auth.ts";
import { providerName } from "./names.ts";

/** Leads back to its page, or to the `callbackUrl` in the page's URL. */
export const ProviderForm = component$(() => {
  const signIn = useSignIn();
  // Without JavaScript, the result of the other form is here, too.
  const isOwn = signIn.formData?.get("providerId") !== "credentials";
  const { formErrors = [], fieldErrors } = signIn.value ?? {};
  const errors = [...formErrors, ...fieldErrors?.providerId ?? []];
  return (
    <Form action={signIn} class="ways">
      {isOwn &&
        errors.map((text) => (
          <p key={text} class="note" role="alert">{text}</p>
        ))}
      <input type="hidden" name="providerId" value="demo" />
      <button class="main" aria-busy={signIn.isRunning}>
        Continue with {providerName}
      </button>
    </Form>
  );
});
