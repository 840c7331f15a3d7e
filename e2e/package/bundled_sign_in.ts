/** Signs in at an application that runs in a process of its own. */

import assert from "node:assert/strict";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";
import { findFreePort } from "../../scripts/servers.ts";

/** Starts the application, signs in with the provider of the test kit, and stops it. */
export async function signIn(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<void> {
  const issuer = `http://127.0.0.1:${findFreePort()}`;
  const op = await createFaultProvider({ issuer });
  const { port: opPort, hostname } = toParts(issuer);
  const provider = Deno.serve(
    { port: opPort, hostname, onListen: () => {} },
    op.handler,
  );
  const port = findFreePort();
  const child = new Deno.Command(command, {
    args: [...args],
    cwd,
    env: {
      AUTH_OIDC_ID: op.clientId,
      AUTH_OIDC_ISSUER: issuer,
      AUTH_OIDC_SECRET: op.clientSecret,
      AUTH_SECRET: crypto.randomUUID(),
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: `${port}`,
    },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  try {
    await waitFor(child.stdout, /ready/i);
    await assertSignsIn(`http://localhost:${port}`);
  } finally {
    child.kill("SIGTERM");
    await child.stdout.cancel();
    await child.status;
    await provider.shutdown();
  }
}

function toParts(url: string) {
  const { hostname, port } = new URL(url);
  return { hostname, port: Number(port) };
}

async function waitFor(
  stream: ReadableStream<Uint8Array>,
  pattern: RegExp,
): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  const reader = stream.getReader();
  while (!pattern.test(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`It ended: ${text}`);
    text += decoder.decode(value, { stream: true });
  }
  reader.releaseLock();
}

/** Signs in at the provider, out again, and in with a password. */
async function assertSignsIn(app: string): Promise<void> {
  const browser = createBrowser((request) =>
    fetch(request, { redirect: "manual" })
  );
  const read = async () =>
    await (await browser.fetch(`${app}/auth/session`)).json();
  const submit = async (path: string, action: string, fields = {}) => {
    const page = await browser.goto(`${app}/auth/${path}`);
    await browser.submit(page, {
      action,
      fields,
      stopAt: (url) => url === `${app}/`,
    });
  };
  await submit("signin", "/auth/signin/oidc");
  assert.equal((await read())?.user.email, "ada@example.com");
  await submit("signout", "/auth/signout");
  assert.equal(await read(), null);
  const fields = { password: "correct horse" };
  await submit("signin", "/auth/callback/credentials", fields);
  assert.ok(await read() !== null);
}
