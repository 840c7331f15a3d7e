/**
 * Builds an application of Nest, and runs the contract of hosts on it, on both
 * of Nest's platforms. It takes too long for every run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";
import { declareContract } from "./shared/declare_contract.ts";
import { run, runOrThrow } from "../../scripts/command.ts";
import { type HostApp, openApp } from "../../testing/host/app.ts";
import { type Backstage, openBackstage } from "../../testing/host/backstage.ts";
import {
  makeUser,
  makeVisitor,
  readJson,
  signOut,
  type Visitor,
} from "../../testing/host/visitor.ts";
import { buildApp, runApp } from "./run_app.ts";

const built = await buildApp("nest", [["node_modules/typescript/bin/tsc"]]);
const platforms = ["express", "fastify"] as const;
type Platform = typeof platforms[number];

const startOn = (NEST_PLATFORM: Platform) => (env: ContractEnvironment) =>
  runApp(built, { args: ["dist/main.js"], env: { NEST_PLATFORM } }, env);

describe("the contract of hosts: Nest", () => declareOn("express"));
describe("the contract of hosts: Nest on Fastify", () => declareOn("fastify"));

function declareOn(platform: Platform): void {
  declareContract({
    start: startOn(platform),
    has: ["actions", "forwarded", "prefix", "proxy", "routes"],
  });
}

it("controllers and modules type-check with TypeScript 5.9, and the types of the packages with them", async () => {
  const args = ["node_modules/typescript/bin/tsc", "-p", "tsconfig.types.json"];
  await runOrThrow(built.node, args, { cwd: built.dir });
});

for (const platform of platforms) {
  describe(`Nest beyond the contract, on ${platform}`, () => {
    let backstage: Backstage;
    let app: HostApp;
    before(async () => {
      backstage = await openBackstage();
      app = await openApp(startOn(platform), backstage);
    });
    after(async () => {
      await app?.close();
      await backstage?.close();
    });

    it("a guard of a class is in front of its methods, but of none that is public", async () => {
      const user = await makeUser(app);
      const { name } = user.person;
      assert.deepEqual((await readJson(user, "/more/guarded")).json, { name });
      assert.deepEqual((await readJson(user, "/more/public")).json, { name });
      const visitor = makeVisitor(app);
      assert.equal((await readJson(visitor, "/more/guarded")).status, 401);
      const open = await readJson(visitor, "/more/public");
      assert.deepEqual(open.json, { name: "nobody" });
    });

    it("a method that is public and wants a role is not public", async () => {
      const path = "/more/contradiction";
      assert.equal((await readJson(makeVisitor(app), path)).status, 401);
      assert.equal((await readJson(await makeUser(app), path)).status, 403);
    });

    it("a method has the demands of its class, and its own in their place", async () => {
      const staff = await makeUser(app, { role: "staff" });
      const guest = await makeUser(app, { role: "guest" });
      const read = async (visitor: Visitor, path: string) =>
        (await readJson(visitor, `/staff-only/${path}`)).status;
      assert.deepEqual(
        [await read(staff, "both"), await read(guest, "both")],
        [200, 403],
      );
      assert.deepEqual(
        [await read(staff, "other"), await read(guest, "other")],
        [403, 200],
      );
    });

    it("several decorators ask once for each request", async () => {
      const staff = await makeUser(app, { role: "staff" });
      const { json } = await readJson(staff, "/staff-only/once");
      assert.deepEqual(json, { asked: 1 });
    });

    it("a handler lets only users through who pass its own guard", async () => {
      const path = "/more/required";
      const staff = await makeUser(app, { role: "staff" });
      const { name } = staff.person;
      assert.deepEqual((await readJson(staff, path)).json, { name });
      assert.equal((await readJson(await makeUser(app), path)).status, 403);
      const { status, json } = await readJson(makeVisitor(app), path);
      assert.equal(status, 401);
      assert.equal((json as { error?: string }).error, "SignInRequired");
      const page = await makeVisitor(app).browser.goto(app.url(path));
      assert.equal(new URL(page.url).pathname, "/auth/signin");
    });

    /** Sends a query of GraphQL. */
    async function ask(visitor: Visitor, query: string) {
      const { json } = await readJson(visitor, "/graphql", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query: `{ ${query} }` }),
      });
      const { data, errors = [] } = json as {
        readonly data: Readonly<Record<string, unknown>> | null;
        readonly errors?: readonly {
          readonly extensions: {
            readonly code: string;
            readonly originalError?: { readonly error?: string };
          };
        }[];
      };
      const [error] = errors;
      return {
        value: data?.[query],
        code: error?.extensions.code,
        error: error?.extensions.originalError?.error,
      };
    }

    it("resolvers read the session, and refuse without one", async () => {
      const user = await makeUser(app);
      const { name } = user.person;
      const visitor = makeVisitor(app);
      assert.equal((await ask(user, "name")).value, name);
      assert.equal((await ask(visitor, "name")).value, "nobody");
      assert.equal((await ask(user, "secret")).value, `of ${name}`);
      const nothing = { value: undefined };
      assert.deepEqual(await ask(visitor, "secret"), {
        ...nothing,
        code: "UNAUTHENTICATED",
        error: "SignInRequired",
      });
      assert.deepEqual(await ask(user, "staff"), {
        ...nothing,
        code: "FORBIDDEN",
        error: "AccessDenied",
      });
    });

    /** Sends messages by a WebSocket, and returns what comes back. */
    async function talk(cookie: string, from = app.origin) {
      const kind = platform === "fastify" ? "io" : "ws";
      const args = ["client.mjs", kind, app.origin, from, cookie];
      const { output } = await run(
        built.node,
        [...args, "name", "secret", "name"],
        { cwd: built.dir },
      );
      return (JSON.parse(output) as [string, unknown][]).map((
        [event, data],
      ) => typeof data === "string" ? data : { event, ...data as object });
    }

    const toCookies = ({ browser }: Visitor) =>
      browser.cookies(app.origin)
        .map(({ name, value }) => `${name}=${value}`).join("; ");

    /** Fails unless a gateway knows nobody. */
    function assertNobody(answers: readonly unknown[]): void {
      const [first, refusal, last] = answers;
      assert.deepEqual([first, last], ["nobody", "nobody"]);
      const { event, error } = refusal as Readonly<Record<string, unknown>>;
      assert.deepEqual([event, error], ["exception", "SignInRequired"]);
    }

    it("gateways read the session of who has opened the socket, and refuse without one", async () => {
      const user = await makeUser(app);
      const { name } = user.person;
      const answers = await talk(toCookies(user));
      assert.deepEqual(answers, [name, `of ${name}`, name]);
      assertNobody(await talk(""));
    });

    it("a socket that a page of another site opens has no session", async () => {
      const user = await makeUser(app);
      assertNobody(await talk(toCookies(user), "https://evil.example"));
    });

    it("a sign-out ends what sockets that are open know", async () => {
      const user = await makeUser(app);
      const kind = platform === "fastify" ? "io" : "ws";
      const args = ["client.mjs", kind, app.origin, app.origin];
      const child = new Deno.Command(built.node, {
        args: [...args, toCookies(user), "name", "wait", "name"],
        cwd: built.dir,
        stdin: "piped",
        stdout: "piped",
      }).spawn();
      const reader = child.stdout.pipeThrough(new TextDecoderStream())
        .getReader();
      const first = await reader.read();
      assert.equal(first.value?.trim(), "waiting");
      await signOut(user);
      await child.stdin.getWriter().close();
      const last = await reader.read();
      assert.deepEqual(JSON.parse(last.value ?? ""), [
        ["name", user.person.name],
        ["name", "nobody"],
      ]);
      await reader.cancel();
      await child.status;
    });
  });
}
