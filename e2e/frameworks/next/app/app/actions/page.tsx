import { Account } from "../account";
import { signInAtProvider, signOut, update } from "./actions";
import { PasswordForm } from "./password_form";

export default function Page() {
  return (
    <>
      <Account />
      <form action={signInAtProvider}>
        <button>Sign in with provider</button>
      </form>
      <PasswordForm />
      <form action={signOut}>
        <button>Sign out</button>
      </form>
      <form action={update}>
        <input name="note" />
        <button>Update</button>
      </form>
    </>
  );
}
