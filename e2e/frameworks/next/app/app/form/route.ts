import { auth, prefix } from "../../auth";

// A page of components can set no cookie for a token: it uses actions.
export async function GET(): Promise<Response> {
  const session = await auth.getSession();
  const field = await auth.csrfField();
  const who = session?.user.name ?? "nobody";
  return new Response(
    `<!doctype html><title>Form</title>
<p id="who">${who}</p><p id="note">${session?.user.note ?? ""}</p>
<form method="post" action="${prefix}/auth/signin/op">${field}
<input type="hidden" name="callbackUrl" value="${prefix}/private">
<button>Sign in</button></form>
<form method="post" action="${prefix}/auth/signout">${field}
<button>Sign out</button></form>`,
    {
      headers: {
        "cache-control": "private, no-store",
        "content-type": "text/html; charset=utf-8",
      },
    },
  );
}
