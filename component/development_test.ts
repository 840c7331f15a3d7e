import assert from "node:assert/strict";
import { it } from "node:test";
import * as qwik from "@builder.io/qwik";
import type { RequestEventCommon } from "@builder.io/qwik-city";
import { app } from "../testing/app_testkit.ts";
import { createQwikApp, page } from "./qwik_testkit.ts";

it("the actions may capture the application's function in Qwik's development mode", async () => {
  let source: unknown;
  const onRequest = ({ sharedMap }: RequestEventCommon) => {
    source = sharedMap.get("@latchkey/auth");
  };
  const site = await createQwikApp({
    routes: { "/": [{ onRequest }, page()] },
  });
  await site.fetch(new Request(`${app}/`));
  assert.equal(typeof source, "function");
  // In development mode Qwik calls this with each variable that a compiled closure captures.
  const check = qwik._verifySerializable;
  assert.throws(() => check(() => {}));
  check(source);
});
