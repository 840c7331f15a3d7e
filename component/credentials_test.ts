import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CredentialsSignin, type SessionUser } from "@latchkey/auth";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  formRequest,
  idOf,
  type QwikSite,
  readData,
  readPage,
  submitRequest,
} from "./qwik_testkit.ts";

const wrong = "mistyped-secret";

function createPasswordSite(): Promise<QwikSite> {
  const provider = Credentials({
    credentials: { username: {}, password: { type: "password" } },
    authorize({ username, password }) {
      if (username === "locked") {
        throw new CredentialsSignin({ code: "locked" });
      }
      return password === "right" ? { id: "7", name: "Ada" } : null;
    },
  });
  return createQwikApp({ config: { providers: [provider] } });
}

const fields = (username: string, password: string) => ({
  providerId: "credentials",
  redirectTo: "/",
  "options.username": username,
  "options.password": password,
});

describe("a credentials form of the application", () => {
  it("the form starts the session at once", async () => {
    const site = await createPasswordSite();
    const { useSignIn, useSession } = site.auth;
    const request = formRequest("/", useSignIn, fields("ada", "right"), {
      "sec-fetch-mode": "cors",
    });
    const response = await site.fetch(request);
    assert.equal(response.status, 303);
    assert.equal(response.headers.get("location"), `${app}/`);
    const cookie = response.headers.getSetCookie()
      .map((one) => one.split(";")[0]).join("; ");
    const home = await site.fetch(
      new Request(`${app}/`, { headers: { cookie } }),
    );
    const { [idOf(useSession)]: session } = readPage(await home.text()).loaders;
    const { id, ...user } = (session as { user: SessionUser }).user;
    assert.deepEqual(user, { name: "Ada" });
    assert.ok(id);
  });

  it("the form comes back with the mistake and its code", async () => {
    const site = await createPasswordSite();
    const { useSignIn } = site.auth;
    const codes = { ada: "credentials", locked: "locked" };
    for (const [username, code] of Object.entries(codes)) {
      const response = await site.fetch(submitRequest("/", useSignIn, {
        providerId: "credentials",
        options: { username, password: wrong },
      }));
      assert.equal(response.status, 401);
      assert.deepEqual(response.headers.getSetCookie(), []);
      const { loaders } = await readData(response);
      const { formErrors, ref, ...result } = loaders[idOf(useSignIn)] as {
        formErrors: string[];
        ref: string;
      };
      assert.match(ref, /^[\w-]{58}$/);
      assert.deepEqual(result, {
        failed: true,
        fieldErrors: {},
        type: "CredentialsSignin",
        code,
      });
      assert.match(formErrors.join(), /details don’t match an account/);
    }
  });

  it("the answering page keeps the name that the visitor entered and the box, and no other field", async () => {
    const site = await createPasswordSite();
    const { useSignIn } = site.auth;
    const typed = { ...fields("ada", wrong), "options.remember": "on" };
    for (const providerId of ["credentials", "nobody", "no id!"]) {
      const response = await site.fetch(
        formRequest("/", useSignIn, { ...typed, providerId }),
      );
      assert.ok(response.status >= 400);
      assert.deepEqual(response.headers.getSetCookie(), []);
      const html = await response.text();
      assert.ok(!html.includes(wrong));
      // The form's own fields stay, so that a page knows which form it was.
      assert.deepEqual(readPage(html).form, [
        ["providerId", providerId],
        ["redirectTo", "/"],
        ["options.username", "ada"],
        ["options.remember", "on"],
      ]);
    }
  });
});
