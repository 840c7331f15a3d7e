import type { FaultProvider } from "@latchkey/auth/testing";
import type { RelyingParty } from "../subjects/relying_party.ts";
import { createRelyingParty } from "../subjects/sign_in.ts";
import { createBrowser } from "./jar.ts";
import { measure, median } from "./measure.ts";

/** The number of sign-ins. */
export interface SignIns {
  readonly count: number;
  readonly blocks: number;
}

/**
 * Measures warm sign-ins against a provider in the same process: requests from
 * the relying party to the provider, milliseconds of CPU in total, and without
 * the provider's own share.
 */
export async function signInCase(
  name: string,
  { count, blocks }: SignIns,
): Promise<Record<string, number>> {
  const { createFaultProvider } = await import("@latchkey/auth/testing");
  const op = await createFaultProvider();
  const party = await createRelyingParty(name, op);
  const total: number[] = [];
  const alone: number[] = [];
  let requests = 0;
  for (let block = 0; block <= blocks; block++) {
    op.clearRequests();
    const all = await measure(count, () => signIn(party, op));
    requests = op.requests.length - op.count("authorize");
    const own = await measure(count, () => useAlone(op));
    if (block === 0) continue;
    total.push(all / 1000);
    alone.push(own / 1000);
  }
  return {
    requests: requests / count,
    total: median(total),
    net: median(total) - median(alone),
  };
}

/**
 * Signs in from the button to the session cookie, as a browser would.
 *
 * @returns the cookie header
 */
export async function signIn(
  party: RelyingParty,
  op: Pick<FaultProvider, "handler">,
): Promise<string> {
  const { jar, ask } = createBrowser(party);
  const asked = await op.handler(new Request(await party.begin(ask)));
  const back = asked.headers.get("location") ?? "";
  const answer = await ask(new Request(back));
  if (answer.status >= 400 || !jar.cookies.has(party.sessionCookie)) {
    throw new Error(`no session: ${answer.status} ${await answer.text()}`);
  }
  return jar.header();
}

/**
 * Runs the provider's own work for one sign-in: the form, the code, the
 * signature.
 */
export async function useAlone(op: FaultProvider): Promise<void> {
  const redirect = "https://app.example.com/auth/callback/op";
  const query = new URLSearchParams({
    client_id: op.clientId,
    redirect_uri: redirect,
    response_type: "code",
    scope: "openid profile email",
    state: "a state",
    nonce: "a nonce",
  });
  const asked = await op.handler(
    new Request(`${op.issuer}/authorize?${query}`),
  );
  const back = new URL(asked.headers.get("location") ?? "");
  const answer = await op.fetch(`${op.issuer}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: back.searchParams.get("code") ?? "",
      redirect_uri: redirect,
      client_id: op.clientId,
      client_secret: op.clientSecret,
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
