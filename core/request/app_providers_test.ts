import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";

const config: AuthConfig = {
  secret: "a random text of at least 32 characters",
  trustHost: ["one.example.com", "two.example.com"],
  providers: ["op", "other"].map((id) => ({
    id,
    name: `Provider ${id}`,
    type: "oidc",
    issuer: `https://${id}.example.com`,
    clientId: "client",
    style: { logo: `/${id}.svg` },
  })),
};

/** Returns the sign-in page of a host. */
async function show(
  { handler }: ReturnType<typeof createAuth>,
  host: string,
): Promise<string> {
  const headers = { accept: "text/html" };
  const url = `https://${host}.example.com/auth/signin`;
  return await (await handler(new Request(url, { headers }))).text();
}

describe("the providers on the sign-in page", () => {
  it("each host gets its own URLs, in any order of requests", async () => {
    const auth = createAuth(config);
    for (const host of ["one", "two", "one", "two", "two", "one"]) {
      const html = await show(auth, host);
      const actions = [...html.matchAll(/action="([^"]+)"/g)]
        .map(([, action]) => action);
      assert.deepEqual(
        new Set(actions),
        new Set(
          ["op", "other"].map((id) =>
            `https://${host}.example.com/auth/signin/${id}`
          ),
        ),
      );
    }
  });

  it("two configurations with the same host show their own providers", async () => {
    const { providers, ...rest } = config;
    const [, other] = providers as unknown[];
    const both = createAuth(config);
    const few = createAuth({ ...rest, providers: [other as never] });
    for (let i = 0; i < 2; i++) {
      assert.match(await show(both, "one"), /Provider op/);
      assert.doesNotMatch(await show(few, "one"), /Provider op/);
    }
  });

  it("a page function that changes its list changes it for no other visitor", async () => {
    const seen: string[] = [];
    const auth = createAuth({
      ...config,
      pages: {
        signIn: (page) => {
          if (page.name !== "signIn") return "";
          const shown = page.providers.map(({ name, style }) =>
            `${name} ${style?.logo}`
          );
          seen.push(shown.join());
          for (const one of page.providers) {
            Object.assign(one, { name: "changed" });
            Object.assign(one.style ?? {}, { logo: "changed" });
          }
          (page.providers as unknown[]).pop();
          return "own";
        },
      },
    });
    for (let i = 0; i < 2; i++) assert.equal(await show(auth, "one"), "own");
    const names = "Provider op /op.svg,Provider other /other.svg";
    assert.deepEqual(seen, [names, names]);
  });
});
