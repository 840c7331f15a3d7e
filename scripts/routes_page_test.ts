import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { errorTable } from "../core/errors/error_table.ts";
import { routes } from "../core/pipeline/routes.ts";
import { root } from "./command.ts";

const page = await Deno.readTextFile(`${root}docs/routes.md`);

/** Reads the cells of the table whose first heading is this one. */
function readTable(heading: string): string[][] {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} `));
  const end = lines.findIndex((line, i) => i > start && line === "");
  return lines.slice(start + 2, end)
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
}

/** Lists the words of a cell that are written as code. */
function readCodes(cell = ""): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}

/** The rows of the page, each as the routes of the table in the code. */
const rows = readTable("Route").map(
  ([route = "", types, fields, answer = ""]) => {
    const [, path = "", hasId] = /`(.*?)(\/<id>)?`/.exec(route) ?? [];
    const name = path.replace(" /", " ");
    const names = readCodes(types).map((type) => `${name} ${type}`);
    assert.equal(names.length > 0, hasId !== undefined, route);
    return {
      names: names.length > 0 ? names : [name],
      fields: readCodes(fields),
      answer,
    };
  },
);

const secret = "a secret of at least 32 characters, or more";
const config: AuthConfig = {
  secret,
  origin: "https://app.example",
  adapter: createMemoryAdapter(),
  session: { strategy: "jwt" },
  experimental: { enableWebAuthn: true },
  logger: { warn: () => {} },
  providers: [
    Passkey(),
    Credentials({
      credentials: { email: {}, password: { type: "password" } },
      authorize: ({ email = "" }) => ({ id: "1", email, name: "Ada" }),
      passwords: { exists: () => false, remove: () => {} },
    }),
  ],
};

describe("the page about the HTTP routes", () => {
  it("it lists exactly the routes that the handler has", () => {
    const listed = rows.flatMap(({ names }) => names);
    assert.deepEqual(listed.sort(), Object.keys(routes).sort());
  });

  it("it names the form token exactly where a route asks for one, and JSON where a route answers it", () => {
    for (const { names, fields, answer } of rows) {
      for (const name of names) {
        const { csrf, answers } = routes[name] ?? {};
        assert.equal(fields.includes("csrfToken"), csrf === true, name);
        assert.equal(/\bJSON\b/.test(answer), answers !== undefined, name);
      }
    }
  });

  it("it has the status of every type of error that a browser may see", () => {
    const listed = readTable("Status").flatMap(([status, types]) =>
      readCodes(types).map((type) => `${status} ${type}`)
    );
    const all = Object.entries(errorTable)
      .filter(([, row]) => row.public)
      .map(([type, { status }]) => `${status} ${type}`);
    assert.deepEqual(listed.sort(), all.sort());
  });

  it("the page about the pages lists the types that lead to the sign-in page", async () => {
    const pages = await Deno.readTextFile(`${root}docs/pages.md`);
    const listed = [...pages.matchAll(/^\| `(\w+)` +\| (.*)$/gm)]
      .filter(([, type = ""]) => type in errorTable)
      .map(([, type]) => type);
    const all = Object.entries(errorTable)
      .filter(([, row]) => row.kind === "signIn")
      .map(([type]) => type);
    // Without a code, it asks for another sign-in.
    all.push("InsufficientAuthentication");
    assert.deepEqual(listed.sort(), all.sort());
  });

  it("the routes that answer JSON answer what it says", async () => {
    const auth = createAuth(config);
    const ask = (path: string, init?: RequestInit) =>
      auth.handler(new Request(`https://app.example/auth${path}`, init));
    const csrf = await ask("/csrf");
    const { csrfToken, ...rest } = await csrf.json();
    assert.deepEqual([typeof csrfToken, rest], ["string", {}]);
    assert.equal(await (await ask("/session")).json(), null);
    const providers = await (await ask("/providers")).json();
    assert.deepEqual(Object.keys(providers), ["passkey", "credentials"]);
    assert.deepEqual(
      Object.keys(providers.passkey),
      ["id", "name", "type", "signinUrl", "callbackUrl"],
    );
    const options = await (await ask("/webauthn-options/passkey")).json();
    assert.deepEqual(Object.keys(options), ["action", "options"]);
    const refused = await ask("/session", { method: "POST" });
    assert.equal(refused.status, 403);
    const error = await refused.json();
    assert.match(error.ref, /^[\w-]{58}$/);
    const shown = /```json\n(\{\n {2}"error".*?\n\})\n```/s.exec(page)?.[1];
    const members = { ...JSON.parse(shown ?? ""), ref: error.ref };
    assert.deepEqual({ ...error, ...members }, error);
  });
});

it("a script signs in as the page about the HTTP routes shows, and reads that session", async () => {
  const auth = createAuth(config);
  const cookies = new Map<string, string>();
  const own = globalThis.fetch;
  globalThis.fetch = async (path, init) => {
    const request = new Request(`https://app.example${path}`, init);
    request.headers.set(
      "cookie",
      [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    );
    const answer = await auth.handler(request);
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  try {
    const code = /```ts\n(export async function signIn.*?)```/s.exec(page)?.[1];
    const url = `data:text/typescript,${encodeURIComponent(code ?? "")}`;
    const { signIn } = await import(url);
    const session = await signIn("ada@example.com", "a password");
    const shown = /```json\n(\{\n {2}"user".*?\n\})\n```/s.exec(page)?.[1];
    const { user, ...rest } = JSON.parse(shown ?? "");
    assert.deepEqual(
      Object.keys(session.user).sort(),
      Object.keys(user).sort(),
    );
    assert.deepEqual(Object.keys(rest), ["expires"]);
    assert.equal(session.user.email, user.email);
  } finally {
    globalThis.fetch = own;
  }
});
