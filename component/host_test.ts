import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { app } from "../testing/app_testkit.ts";
import { createQwikApp, entry, page } from "./qwik_testkit.ts";
import type { ComponentEvent } from "./types.ts";

const { getAuth } = entry;

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
});
