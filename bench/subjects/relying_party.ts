import { origin } from "./subject.ts";

/** Sends a request as the browser does, with its cookies. */
export type Ask = (request: Request) => Promise<Response>;

/** An application that users sign in to. */
export interface RelyingParty {
  handler(request: Request): Promise<Response>;
  /** Runs until the redirect to the provider, and returns its URL. */
  begin(ask: Ask): Promise<string>;
  readonly sessionCookie: string;
}

/** Submits the form of the sign-in page, with its token. */
export async function beginByForm(ask: Ask): Promise<string> {
  const { csrfToken } = await (await ask(new Request(`${origin}/auth/csrf`)))
    .json();
  const answer = await ask(
    new Request(`${origin}/auth/signin/op`, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ csrfToken }),
    }),
  );
  const location = answer.headers.get("location");
  if (location !== null) return location;
  throw new Error(`not sent on: ${answer.status} ${await answer.text()}`);
}
