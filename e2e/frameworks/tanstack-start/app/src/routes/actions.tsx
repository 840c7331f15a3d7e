import { createFileRoute } from "@tanstack/react-router";
import { setResponseStatus } from "@tanstack/react-start/server";
import { Account, getAccount } from "../account";
import { auth, prefix } from "../auth.server";

export const Route = createFileRoute("/actions")({
  server: {
    handlers: {
      POST: async ({ request, next }) => {
        const refused = await act(request);
        if (refused === null) return next({ context: { error: "" } });
        setResponseStatus(refused.error.status);
        return next({ context: { error: refused.error.message } });
      },
    },
  },
  loader: async ({ serverContext }) => ({
    account: await getAccount(),
    error: serverContext?.error ?? "",
  }),
  component: Page,
});

async function act(request: Request) {
  const fields = await request.formData();
  const redirectTo = `${prefix}/private`;
  switch (fields.get("do")) {
    case "provider":
      return await auth.signIn(request, "op", { redirectTo });
    case "password":
      return await auth.signIn(request, "password", { redirectTo, fields });
    case "signout":
      return await auth.signOut(request, { redirectTo: `${prefix}/` });
    default:
      await auth.updateSession(request, { note: fields.get("note") });
      return null;
  }
}

function Page() {
  const { account, error } = Route.useLoaderData();
  return (
    <>
      <Account {...account} />
      {error && <p id="error">{error}</p>}
      <form method="post">
        <button name="do" value="provider">Sign in with provider</button>
      </form>
      <form method="post">
        <input name="email" />
        <input name="password" type="password" />
        <button name="do" value="password">Sign in with password</button>
      </form>
      <form method="post">
        <button name="do" value="signout">Sign out</button>
      </form>
      <form method="post">
        <input name="note" />
        <button name="do" value="update">Update</button>
      </form>
    </>
  );
}
