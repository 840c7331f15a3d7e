/** Checks that return URLs get back the path prefix that a proxy strips. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServerAuth } from "@latchkey/auth/server";
import { randomText } from "../core/crypto/random.ts";
import { ask, type Express, serve, versions } from "./express_testkit.ts";

const page = { accept: "text/html" };

/**
 * Passes AUTH_URL's value as an option: tests that run in parallel share the
 * environment.
 */
function setUp(authUrl: string) {
  const { origin, pathname: basePath } = new URL(authUrl);
  const secret = `secret-${randomText(32)}`;
  return ServerAuth({ secret, providers: [], origin, basePath });
}

type Auth = ReturnType<typeof setUp>;
type Mount = (express: Express, auth: Auth) => ReturnType<Express>;

/** Applications whose auth routes are below `/auth`, and whose page is `/private?a=1`. */
const stripped: Readonly<Record<string, Mount>> = {
  "use(path)": (express, auth) => express().use("/auth", auth),
  "a list of paths": (express, auth) => express().use(["/x", "/auth"], auth),
  "a router": (express, auth) =>
    express().use("/auth", express.Router().use(auth)),
  "routers in routers": (express, auth) => {
    const inner = express.Router().use("/auth", auth);
    return express().use(express.Router().use("/", inner));
  },
  "a regular expression": (express, auth) =>
    express().all(/^\/auth(?:\/(.*))?$/, auth),
};

/** Applications that receive requests as browsers send them. */
const whole = {
  "use(path)": (express, auth) => express().use("/app/auth", auth),
  "a router": (express, auth) =>
    express().use("/app", express.Router().use("/auth", auth)),
  "the root": (express, auth) => express().use(auth),
  nowhere: (express) => express(),
  "another application": (express, auth) =>
    express().use(express().use("/auth", auth)),
  "a function of the application": (express, auth) =>
    express().use("/auth", (req, res, next) => void auth(req, res, next)),
} satisfies Record<string, Mount>;

async function readWayBack(site: ReturnType<Express>, auth: Auth) {
  let location = "";
  site.get("/private", auth.require(), (_req, res) => void res.end());
  await serve(site, async (origin) => {
    const answer = await ask(`${origin}/private?a=1`, page);
    assert.equal(answer.status, 303);
    location = answer.headers.get("location") ?? "";
  });
  const url = new URL(location);
  return [url.origin + url.pathname, url.searchParams.get("callbackUrl")];
}

for (const [version, express] of versions) {
  describe(`${version}: the guard's return path, with a path in AUTH_URL`, () => {
    const signIn = "https://example.org/app/auth/signin";

    for (const [form, mount] of Object.entries(stripped)) {
      it(`the return path begins with the prefix that the proxy removed: ${form}`, async () => {
        const auth = setUp("https://example.org/app/auth");
        const found = await readWayBack(mount(express, auth), auth);
        assert.deepEqual(found, [signIn, "/app/private?a=1"]);
      });
    }

    for (const [form, mount] of Object.entries(whole)) {
      it(`the return path is that of the request if no prefix is removed or visible: ${form}`, async () => {
        const auth = setUp("https://example.org/app/auth");
        const found = await readWayBack(mount(express, auth), auth);
        assert.deepEqual(found, [signIn, "/private?a=1"]);
      });
    }

    it("the return path is unchanged with /api/auth, where no prefix is removed", async () => {
      const auth = setUp("https://example.org/api/auth");
      const found = await readWayBack(express().use("/api/auth", auth), auth);
      assert.deepEqual(found, [
        "https://example.org/api/auth/signin",
        "/private?a=1",
      ]);
    });
  });
}
