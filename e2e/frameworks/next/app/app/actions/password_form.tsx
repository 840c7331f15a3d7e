"use client";

import { useActionState } from "react";
import { signInByPassword } from "./actions";

export function PasswordForm() {
  const [state, submit] = useActionState(signInByPassword, null);
  return (
    <form action={submit}>
      <p id="error">{state?.error.message}</p>
      <input name="email" type="email" />
      <input name="password" type="password" />
      <button>Sign in with password</button>
    </form>
  );
}
