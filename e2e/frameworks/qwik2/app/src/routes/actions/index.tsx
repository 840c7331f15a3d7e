import { component$ } from "@qwik.dev/core";
import { Form, routeAction$ } from "@qwik.dev/router";
import { getAuth } from "@latchkey/auth/qwik";
import { Account } from "../../account.tsx";
import { useSignIn, useSignOut } from "../plugin@auth.ts";

export const usePassword = routeAction$(async ({ email, password }, ev) => {
  const fields = { email: String(email), password: String(password) };
  // Qwik would write it into the page again.
  (ev.sharedMap.get("@actionFormData") as FormData | undefined)
    ?.delete("password");
  const { url, error } = await getAuth(ev).signIn(ev, "password", {
    fields,
    redirectTo: "/private",
  });
  if (error) return ev.fail(error.status, { message: error.message });
  throw ev.redirect(303, url);
});

export const useUpdate = routeAction$(async ({ note }, ev) => {
  await getAuth(ev).updateSession(ev, { note });
});

export default component$(() => {
  const signIn = useSignIn();
  const signOut = useSignOut();
  const password = usePassword();
  const update = useUpdate();
  return (
    <>
      <Account />
      <Form action={signIn}>
        <input type="hidden" name="providerId" value="op" />
        <input type="hidden" name="redirectTo" value="/private" />
        <button>Sign in with provider</button>
      </Form>
      <Form action={signIn}>
        <input type="hidden" name="providerId" value="password" />
        <input type="hidden" name="redirectTo" value="/private" />
        <input name="options.email" />
        <input name="options.password" type="password" />
        <button>Sign in with useSignIn</button>
      </Form>
      <p id="refusal">{signIn.value?.formErrors}</p>
      <Form action={password}>
        <input name="email" />
        <input name="password" type="password" />
        <button>Sign in with password</button>
      </Form>
      <p id="error">{password.value?.message}</p>
      <Form action={signOut}>
        <input type="hidden" name="redirectTo" value="/" />
        <button>Sign out</button>
      </Form>
      <Form action={signOut}>
        <input type="hidden" name="redirectTo" value="/actions" />
        <button>Sign out here</button>
      </Form>
      <Form action={update}>
        <input name="note" />
        <button>Update</button>
      </Form>
    </>
  );
});
