import { assertSame } from "../contract/case.ts";
import type { HostApp } from "./app.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { makeUser, readJson } from "./visitor.ts";

/** Cases about bodies that the application reads itself. */
export const bodyCases: readonly HostCheck[] = declareCases({
  "body-form": [
    "a form can be read behind a guard",
    async (app) => {
      const fields = { a: "1 & 2", b: "é=%", c: "" };
      assertSame(await echo(app, new URLSearchParams(fields)), fields, "form");
    },
  ],
  "body-json": [
    "JSON can be read behind a guard",
    async (app) => {
      const fields = { a: "1 & 2", b: [1, { c: "é" }], d: null };
      const type = { "content-type": "application/json" };
      assertSame(await echo(app, JSON.stringify(fields), type), fields, "JSON");
    },
  ],
});

async function echo(
  app: HostApp,
  body: string | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const init = { method: "POST", body, headers };
  const { status, json } = await readJson(
    await makeUser(app),
    "/api/echo",
    init,
  );
  assertSame(status, 200, "the status");
  return json;
}
