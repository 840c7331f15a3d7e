import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { app } from "../testing/app_testkit.ts";
import { Credentials } from "@latchkey/auth/providers/credentials";
import {
  createQwikApp,
  entry,
  formRequest,
  page,
  readPage,
} from "./qwik_testkit.ts";
import type { ComponentEvent } from "./types.ts";

const { getAuth } = entry;
const { routeAction$ } = await import("@builder.io/qwik-city");

describe("getAuth(ev)", () => {
  it("an endpoint changes the session, and the rest of the request sees the new one", async () => {
    const { browser } = await createQwikApp({
      config: {
        callbacks: {
          jwt: ({ token, session }) => ({ ...token, ...session as object }),
        },
      },
      routes: {
        "/": [page()],
        "/rename": [page({
          onGet: async (ev: ComponentEvent) => {
            await getAuth(ev).updateSession(ev, { name: "Countess" });
            const { user } = ev.sharedMap.get("session") as {
              user: { name: string };
            };
            throw ev.send(200, user.name);
          },
        })],
      },
    });
    await browser.submit(await browser.goto(`${app}/auth/signin`));
    const answer = await browser.fetch(`${app}/rename`);
    assert.equal(await answer.text(), "Countess");
    assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
    const session = await browser.fetch(`${app}/auth/session`);
    assert.equal((await session.json()).user.name, "Countess");
  });

  it("a form of the application's own carries the token that it returns", async () => {
    const { browser } = await createQwikApp({
      routes: {
        "/own": [page({
          onGet: async (ev: ComponentEvent) => {
            const field = await getAuth(ev).csrfField(ev);
            ev.headers.set("content-type", "text/html");
            throw ev.send(
              200,
              `<form method="post" action="/auth/signin/op">${field}<button>In</button></form>`,
            );
          },
        })],
        "/": [page()],
      },
    });
    await browser.submit(await browser.goto(`${app}/own`));
    const session = await browser.fetch(`${app}/auth/session`);
    assert.equal((await session.json()).user.name, "Ada Lovelace");
  });

  it("the page of an action whose sign-in was refused does not have the password", async () => {
    const useEnter = routeAction$(async (fields, ev) => {
      const event = ev as unknown as ComponentEvent;
      const { error } = await getAuth(event).signIn(event, "credentials", {
        fields: fields as Record<string, string>,
      });
      return ev.fail(401, { message: error?.message });
    });
    const { fetch } = await createQwikApp({
      config: { providers: [Credentials({ authorize: () => null })] },
      routes: { "/enter": [page({ useEnter })] },
    });
    const fields = { username: "ada", password: "analytical engine" };
    const answer = await fetch(formRequest("/enter", useEnter, fields));
    const html = await answer.text();
    assert.equal(answer.status, 401);
    assert.deepEqual(readPage(html).form, [["username", "ada"]]);
  });
});
