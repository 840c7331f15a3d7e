import { component$ } from "@builder.io/qwik";
import { Form } from "@builder.io/qwik-city";
import { useSignIn } from "~/routes/plugin@auth.ts";

/** Leads back to its page, or to the `callbackUrl` in the page's URL. */
export const ProviderForm = component$(() => {
  const signIn = useSignIn();
  // Without JavaScript, the result of the other form is here, too.
  const isOwn = signIn.formData?.get("providerId") !== "credentials";
  const { formErrors = [], fieldErrors } = signIn.value ?? {};
  const errors = [...formErrors, ...fieldErrors?.providerId ?? []];
  return (
    <Form action={signIn}>
      <input type="hidden" name="providerId" value="demo" />
      <button type="submit">Sign in with Demo Provider</button>
      {isOwn &&
        errors.map((text) => (
          <p key={text} class="error" role="alert">{text}</p>
        ))}
    </Form>
  );
});
