import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Exchange } from "../probe/http.ts";
import { openProvider, type ProviderPage } from "./provider_page.ts";

const CALLBACK = "https://app.example/auth/callback/work";
const START = new URL("https://op.example/authorize?client_id=1");

/** Opens a provider that gives these answers. */
function open(...answers: readonly Partial<Exchange>[]): Promise<ProviderPage> {
  const left = [...answers];
  const sent = {
    ...{ method: "GET", path: "/", headers: {}, secrets: [], note: "" },
  };
  return openProvider(START, CALLBACK, () =>
    Promise.resolve({
      ...{ sent, status: 200, headers: {}, body: "", failure: "" },
      ...left.shift(),
    }));
}

function lead(location: string): Partial<Exchange> {
  return { status: 302, headers: { location: [location] } };
}

describe("the first page of a provider", () => {
  it("is fine if it asks for the sign-in, whatever words are in it", async () => {
    const body =
      "<form><input name=redirect_uri value=x><script>client_id</script></form>";
    const pages = [
      open({ body }),
      open(lead("/login"), { body }),
      open(lead(`${CALLBACK}?code=1&state=2`)),
      open(lead(`${CALLBACK}?error=login_required&state=2`)),
    ];
    for (const { fault, failure } of await Promise.all(pages)) {
      assert.equal(fault, null);
      assert.equal(failure, "");
    }
  });

  it("is recognised as one about the redirect URI", async () => {
    const coded = encodeURIComponent(
      btoa("\n\x15redirect_uri_mismatch\x12\x05Error 400"),
    );
    const pages = [
      open({ status: 400, body: "<p>Invalid parameter: redirect_uri</p>" }),
      open({ status: 403, body: "Callback URL mismatch. The provided ..." }),
      open({ body: "<script>{'c': 'AADSTS50011: The reply URL'}</script>" }),
      open(
        lead(`https://op.example/signin/oauth/error?authError=${coded}`),
        {},
      ),
      open(lead("https://old.example/cb?error=redirect_uri_mismatch")),
    ];
    for (const { fault, said } of await Promise.all(pages)) {
      assert.equal(fault, "redirect-uri", said);
    }
  });

  it("is recognised as one about the client, a scope, or something else", async () => {
    const pages: [Promise<ProviderPage>, string][] = [
      [open({ status: 400, body: "<h1>Client not found.</h1>" }), "client"],
      [open({ status: 401, body: "invalid_client" }), "client"],
      [open({ body: "AADSTS700016: Application with identifier" }), "client"],
      [open(lead(`${CALLBACK}?error=unauthorized_client`)), "client"],
      [open(lead(`${CALLBACK}?error=invalid_scope`)), "scope"],
      [open({ status: 503, body: "Down for maintenance" }), "other"],
      [open(lead(`${CALLBACK}?error=server_error`)), "other"],
    ];
    for (const [page, expected] of pages) {
      const { fault, said } = await page;
      assert.equal(fault, expected, said);
    }
  });

  it("a page that cannot be reached is not judged", async () => {
    const { fault, failure } = await open({ status: 0, failure: "ENOTFOUND" });
    assert.equal(fault, null);
    assert.equal(failure, "ENOTFOUND");
  });

  it("redirects end", async () => {
    const all = Array.from({ length: 20 }, () => lead("/again"));
    assert.equal((await open(...all)).fault, null);
  });
});
