/**
 * An application whose pages use the client, the same page on an origin that
 * `cors` lists, and on one that it does not.
 *
 *   deno run -A e2e/client/serve.ts <port>
 */
import process from "node:process";
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { hashPassword } from "@latchkey/auth/password";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { Password } from "@latchkey/auth/providers/password";
import { deno } from "../../scripts/command.ts";
import { clientUser, ports } from "../settings.ts";
import { endWithStarter } from "../starter.ts";

const toOrigin = (port: number) => `http://localhost:${port}`;

/** The script of the page, with the real frameworks. */
async function bundle(): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".js" });
  const page = "e2e/client/page.ts";
  await deno(
    "bundle",
    "--quiet",
    "--platform",
    "browser",
    "--minify",
    "-o",
    file,
    page,
  );
  const script = await Deno.readTextFile(file);
  await Deno.remove(file);
  return script;
}

/** The page; the auth routes are on its own origin, or on another one. */
function toPage(base: string): string {
  const places = ["plain", "react", "vue", "svelte", "solid"];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A page with a client</title>
<link rel="icon" href="data:,">
<body data-base="${base}">
<input name="email" autocomplete="username webauthn" aria-label="Address">
${places.map((id) => `<p id="${id}"></p>`).join("\n")}
<script type="module" src="/page.js"></script>`;
}

function servePage(base: string, script: string) {
  return (request: Request): Response => {
    const { pathname } = new URL(request.url);
    return pathname === "/page.js"
      ? new Response(script, { headers: { "content-type": "text/javascript" } })
      : new Response(toPage(base), {
        headers: { "content-type": "text/html" },
      });
  };
}

const adapter = createMemoryAdapter();
const port = Number(process.argv[2]);
const auth = createAuth({
  secret: "a secret of the browser tests, long enough",
  origin: toOrigin(port),
  adapter,
  cors: { origins: [toOrigin(ports.clientPage)] },
  experimental: { enableWebAuthn: true },
  logger: { warn: () => {} },
  providers: [
    Password({
      mail: { id: "email", type: "email", from: "a@b.example", sendMail() {} },
    }),
    Passkey(),
  ],
});

/** Stores a user whom no other test knows. */
async function createUser(): Promise<Response> {
  const id = crypto.randomUUID();
  const email = `${id}@example.com`;
  const emailVerified = new Date();
  const user = await adapter.createUser({ id, email, emailVerified });
  const after = await hashPassword(clientUser.password, { cost: 14 });
  const secret = { userId: user.id, kind: "password", before: null } as const;
  await adapter.replaceSecret({ ...secret, after });
  return Response.json({ email });
}

endWithStarter();
const script = await bundle();
const own = servePage("", script);
const other = servePage(toOrigin(port), script);
const onListen = () => {};
Deno.serve({ port: ports.clientPage, onListen }, other);
Deno.serve({ port: ports.clientStranger, onListen }, other);
Deno.serve({ port, onListen }, async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === clientUser.path) return await createUser();
  return pathname.startsWith("/auth/")
    ? await auth.handler(request)
    : own(request);
});
