import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from "react-router";
import { Account, toAccount } from "../account";
import { auth, prefix } from "../auth.server";

export function loader({ context }: LoaderFunctionArgs) {
  return toAccount(auth.session(context));
}

export async function action(args: ActionFunctionArgs) {
  const fields = await args.request.formData();
  const refused = await act(args, fields);
  return refused === null
    ? null
    : data({ error: refused.error.message }, refused.error.status);
}

async function act(args: ActionFunctionArgs, fields: FormData) {
  const redirectTo = `${prefix}/private`;
  switch (fields.get("do")) {
    case "provider":
      return await auth.signIn(args, "op", { redirectTo });
    case "password":
      return await auth.signIn(args, "password", { redirectTo, fields });
    case "signout":
      return await auth.signOut(args, { redirectTo: `${prefix}/` });
    default:
      await auth.updateSession(args, { note: fields.get("note") });
      return null;
  }
}

export default function Page() {
  const account = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  return (
    <>
      <Account {...account} />
      {failed && <p id="error">{failed.error}</p>}
      <Form method="post">
        <button name="do" value="provider">Sign in with provider</button>
      </Form>
      <Form method="post">
        <input name="email" />
        <input name="password" type="password" />
        <button name="do" value="password">Sign in with password</button>
      </Form>
      <Form method="post">
        <button name="do" value="signout">Sign out</button>
      </Form>
      <Form method="post">
        <input name="note" />
        <button name="do" value="update">Update</button>
      </Form>
    </>
  );
}
