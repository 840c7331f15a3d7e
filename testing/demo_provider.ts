/** An OpenID provider for the first sign-in of an application. */

import { serveOnLoopback } from "./loopback.ts";
import { createFaultProvider } from "./provider.ts";
import type { TestUser } from "./provider_options.ts";
import type { FaultProvider } from "./provider_types.ts";

/** The provider, while it listens. */
export interface DemoProvider {
  /** Its issuer. */
  readonly issuer: string;
  /** Stops it. */
  close(): void;
}

const people: readonly TestUser[] = [
  toPerson("Ada Lovelace"),
  toPerson("Grace Hopper"),
  toPerson("Katherine Johnson"),
];

function toPerson(name: string): TestUser {
  const [sub = ""] = name.toLowerCase().split(" ");
  return { sub, name, email: `${sub}@example.com`, email_verified: true };
}

/** Those of this process: a development server may ask again. */
const running = new Map<string, DemoProvider>();

/**
 * Serves an OpenID provider on this machine, with three people who sign in with
 * one click, so that an application works before it has a provider. Its address
 * and client are those of the variables `AUTH_DEMO_ISSUER`, `AUTH_DEMO_ID` and
 * `AUTH_DEMO_SECRET`, which the application's provider reads, too: `{ id:
 * "demo", name: "Demo", type: "oidc" }`. It is for development: whoever reaches
 * it can be anybody.
 *
 * @param env the environment; with an issuer that is not on this machine, or
 * none, nothing is served
 * @returns the provider, or null if there is nothing to serve
 * @throws Error if the port is in use
 *
 * @example
 * ```ts
 * import process from "node:process";
 * import { serveDemoProvider } from "@latchkey/auth/testing";
 *
 * await serveDemoProvider(process.env);
 * ```
 */
export async function serveDemoProvider(
  env: Readonly<Record<string, string | undefined>>,
): Promise<DemoProvider | null> {
  const issuer = env.AUTH_DEMO_ISSUER ?? "";
  if (!/^http:\/\/(?:localhost|127\.0\.0\.1):\d+\/?$/.test(issuer)) return null;
  const known = running.get(issuer);
  if (known !== undefined) return known;
  const op = await createFaultProvider({
    issuer,
    clientId: env.AUTH_DEMO_ID,
    clientSecret: env.AUTH_DEMO_SECRET,
  });
  const server = await serveOnLoopback(
    (request) => answer(op, request),
    new URL(issuer),
  ).catch((cause) => {
    throw new Error(
      `The demo's provider cannot listen on ${issuer} (${cause.code}): choose another port in AUTH_DEMO_ISSUER.`,
      { cause },
    );
  });
  // The application keeps the process alive, if it wants to.
  server.unref();
  const provider = {
    issuer,
    close: () => {
      running.delete(issuer);
      server.close();
      server.closeAllConnections();
    },
  };
  running.set(issuer, provider);
  return provider;
}

/** Answers as the provider does, once a person is chosen. */
async function answer(op: FaultProvider, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const isAsked = request.method === "GET" && pathname.endsWith("/authorize");
  if (!isAsked) return await op.handler(request);
  const person = people.find(({ sub }) => sub === searchParams.get("person"));
  if (person !== undefined) op.user = person;
  else if (searchParams.get("prompt") !== "none") return toPage(searchParams);
  // Nobody is signed in here.
  else op.faults.silent = "login_required";
  return await op.handler(request);
}

function toPage(params: URLSearchParams): Response {
  const fields = [...params].map(([name, value]) =>
    `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`
  );
  const buttons = people.map(({ sub, name }) =>
    `<p><button name="person" value="${sub}">${name}</button></p>`
  );
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Demo provider</title>
<style>${css}</style>
<main>
<h1>Who are you?</h1>
<form>
${[...fields, ...buttons].join("\n")}
</form>
<p>This provider runs on your machine, for development.</p>
</main>
</html>
`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'",
  };
  return new Response(page, { headers });
}

const css =
  ":root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}main{max-width:20rem;margin:15vh auto;padding:0 1rem}h1{font-size:1.4rem}button{width:100%;padding:.7rem;font:inherit}";

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}
