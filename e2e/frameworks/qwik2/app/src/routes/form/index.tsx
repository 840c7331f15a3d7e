import { component$ } from "@qwik.dev/core";
import { routeLoader$ } from "@qwik.dev/router";
import { getAuth } from "@latchkey/auth/qwik";
import { Account } from "../../account.tsx";

export const useToken = routeLoader$((ev) => getAuth(ev).csrfToken(ev));

export default component$(() => {
  const token = useToken();
  return (
    <>
      <Account />
      <form method="post" action="/auth/signin/op">
        <input type="hidden" name="csrfToken" value={token.value} />
        <input type="hidden" name="callbackUrl" value="/private" />
        <button>Sign in</button>
      </form>
      <form method="post" action="/auth/signout">
        <input type="hidden" name="csrfToken" value={token.value} />
        <button>Sign out</button>
      </form>
    </>
  );
});
