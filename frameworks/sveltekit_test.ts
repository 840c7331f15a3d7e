import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SvelteKitAuth, type SvelteKitEvent } from "@latchkey/auth/sveltekit";
import { DAY, mint } from "../core/session/session_testkit.ts";
import { createServerApp } from "../server/express_testkit.ts";
import { readSetCookies } from "../testing/checks_testkit.ts";

const origin = "https://app.example";
const cookieName = "__Host-latchkey.session";

interface Locals {
  session?: { readonly user?: { readonly name?: string | null } } | null;
}

/** An event as SvelteKit makes it, and the cookies that it was given. */
function createEvent(
  path: string,
  init: RequestInit = {},
): { event: SvelteKitEvent & { locals: Locals }; jar: Map<string, string> } {
  const url = new URL(path, origin);
  const jar = new Map<string, string>();
  const event = {
    request: new Request(url, init),
    url,
    locals: {},
    cookies: {
      set: (name: string, value: string) => void jar.set(name, value),
    },
    setHeaders: () => {},
    isDataRequest: false,
    getClientAddress: () => "192.0.2.1",
  };
  return { event, jar };
}

async function setUp() {
  const { config, secret } = await createServerApp({ providers: [] });
  const auth = SvelteKitAuth(config);
  const iat = Math.floor(Date.now() / 1000) - 2 * DAY;
  const value = await mint(secret, { iat, auth_time: iat });
  const due = { headers: { cookie: `${cookieName}=${value}` } };
  return { auth, due };
}

describe("SvelteKitAuth", () => {
  it("the hook serves the auth routes, and leaves the others to the application", async () => {
    const { auth } = await setUp();
    const ask = async (path: string) => {
      const { event } = createEvent(path);
      const resolve = () => new Response("page");
      return await (await auth.handle({ event, resolve })).text();
    };
    assert.equal(await ask("/auth/session"), "null");
    assert.equal(await ask("/authors"), "page");
  });

  it("requests inside of a request have the session as it was renewed", async () => {
    const { auth, due } = await setUp();
    const { event, jar } = createEvent("/", due);
    const response = await auth.handle({
      event,
      resolve: ({ locals }) => new Response(locals.session?.user?.name),
    });
    assert.equal(await response.text(), "Ada Lovelace");
    const [renewed, ...others] = readSetCookies(response.headers);
    assert.deepEqual(others, []);
    assert.equal(renewed?.name, cookieName);
    assert.equal(jar.get(cookieName), renewed?.value);
  });

  it("a response is private once something reads the session in it", async () => {
    const { auth } = await setUp();
    const ask = async (read: (locals: Locals) => unknown) => {
      const { event } = createEvent("/");
      const resolve = async () =>
        new Response(String(await read(event.locals)));
      const { headers } = await auth.handle({ event, resolve });
      return headers.get("vary");
    };
    assert.equal(await ask(() => "files"), null);
    assert.match(await ask(({ session }) => session) ?? "", /cookie/i);
  });

  it("a prerendered page has no session, and cannot be behind a guard", async () => {
    const { auth } = await setUp();
    const { event } = createEvent("/");
    Object.defineProperty(event.url, "search", {
      get: () => {
        throw new Error("Cannot access url.search");
      },
    });
    const response = await auth.handle({
      event,
      resolve: async ({ locals }) => {
        await assert.rejects(auth.require(event), /prerendered/);
        return new Response(String(locals.session));
      },
    });
    assert.equal(await response.text(), "null");
    assert.deepEqual([...response.headers.keys()], ["content-type"]);
  });
});
