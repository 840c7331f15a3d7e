import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { Account, toAccount } from "../account";
import { auth, prefix } from "../auth.server";

export async function loader(args: LoaderFunctionArgs) {
  const account = toAccount(auth.session(args.context));
  return { account, prefix, csrfToken: await auth.csrfToken(args) };
}

export default function Page() {
  const { account, prefix, csrfToken } = useLoaderData<typeof loader>();
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
