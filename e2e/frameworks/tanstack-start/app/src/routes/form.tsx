import { createFileRoute } from "@tanstack/react-router";
import { createServerFn } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { Account, getAccount } from "../account";
import { auth, prefix } from "../auth.server";

const getForm = createServerFn().handler(async () => ({
  prefix,
  csrfToken: await auth.csrfToken(getRequest()),
}));

export const Route = createFileRoute("/form")({
  loader: async () => ({ account: await getAccount(), form: await getForm() }),
  component: Page,
});

function Page() {
  const { account, form: { prefix, csrfToken } } = Route.useLoaderData();
  return (
    <>
      <Account {...account} />
      <form method="post" action={`${prefix}/auth/signin/op`}>
        <input type="hidden" name="csrfToken" value={csrfToken} />
        <input type="hidden" name="callbackUrl" value={`${prefix}/private`} />
        <button>Sign in</button>
      </form>
      <form method="post" action={`${prefix}/auth/signout`}>
        <input type="hidden" name="csrfToken" value={csrfToken} />
        <button>Sign out</button>
      </form>
    </>
  );
}
