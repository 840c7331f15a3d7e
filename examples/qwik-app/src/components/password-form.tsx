import { component$ } from "@builder.io/qwik";
import { Form } from "@builder.io/qwik-city";
import { useSignIn } from "~/routes/plugin@auth.ts";

/**
 * A form for a name and a password. Provider fields are named
 * `options.<field>`.
 */
export const PasswordForm = component$(() => {
  const signIn = useSignIn();
  // Without JavaScript, the result of the other form is here, too.
  const isOwn = signIn.formData?.get("providerId") === "credentials";
  const error = isOwn ? signIn.value?.formErrors?.[0] : undefined;
  return (
    <Form
      action={signIn}
      class="fields"
      onSubmitCompleted$={(_event, form) => {
        const field = form.querySelector<HTMLInputElement>("[type=password]");
        if (field) field.value = "";
        field?.focus();
      }}
    >
      {error && <p id="password-error" class="note" role="alert">{error}</p>}
      <input type="hidden" name="providerId" value="credentials" />
      <label>
        Username
        <input
          name="options.username"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
        />
      </label>
      <label>
        Password
        <input
          name="options.password"
          type="password"
          autocomplete="current-password"
          required
          aria-invalid={error ? "true" : undefined}
          aria-describedby={error ? "password-error" : undefined}
        />
      </label>
      <button aria-busy={signIn.isRunning}>Sign in</button>
    </Form>
  );
});
