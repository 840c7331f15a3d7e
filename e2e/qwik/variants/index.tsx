import { component$ } from "@builder.io/qwik";
import { useSession, useSignIn, useSignOut } from "./plugin@auth.ts";
export default component$(() => {
  const session = useSession();
  const forms = [useSignIn(), useSignOut()];
  return <button onClick$={() => forms[0].submit({ providerId: "x" })}>{session.value?.expires}{forms[1].status}</button>;
});
