import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getDomain, parse } from "tldts";
import { Auth } from "@latchkey/auth";
import { toSuffixKind } from "./shared_suffixes.ts";

/** Returns the mistakes found in a list, as the log names them. */
async function findProblems(redirectProxyOrigins: unknown): Promise<string[]> {
  const problems: string[] = [];
  const response = await Auth(new Request("https://app.example/auth/csrf"), {
    secret: "a secret that is as long as it has to be",
    origin: "https://app.example",
    providers: [],
    redirectProxyOrigins: redirectProxyOrigins as string[],
    logger: {
      error: (error) => void problems.push(...error.message.split("\n")),
    },
  });
  assert.equal(response.status, problems.length === 0 ? 200 : 500);
  return problems.map((one) => one.replace(/^.*?: (?=`redirect)/, ""));
}

/** Each entry is a mistake, and each is named. */
async function assertRefused(
  entries: readonly string[],
  words: RegExp,
): Promise<void> {
  const problems = await findProblems(entries);
  assert.equal(problems.length, entries.length, problems.join("\n"));
  for (const [i, entry] of entries.entries()) {
    const problem = problems[i] ?? "";
    // The log redacts the part before an @.
    const shown = JSON.stringify(entry).replace(/[^/]*@/, "[redacted]@");
    assert.ok(problem.includes(shown), problem);
    assert.match(problem, words);
  }
}

describe("an origin that return addresses may lead to", () => {
  it("an origin is allowed if it is https, or http on loopback", async () => {
    const origins = [
      "https://pr-7.example.com",
      "https://pr-7.example.com:8443",
      "https://my_preview.example.com",
      "http://localhost:3000",
      "http://127.0.0.1:3000",
      "http://[::1]:3000",
      "http://app.localhost:3000",
    ];
    assert.deepEqual(await findProblems(origins), []);
  });

  it("every other URL is refused", async () => {
    const wrong = [
      "",
      "pr-7.example.com",
      "//pr-7.example.com",
      "https://pr-7.example.com/",
      "https://pr-7.example.com/auth",
      "https://pr-7.example.com?a",
      "https://PR-7.example.com",
      "https://pr-7.example.com:443",
      "https://pr-7.example.com.",
      "https://user@pr-7.example.com",
      "https://bücher.example.com",
      "ftp://pr-7.example.com",
      "javascript:alert(1)",
      "null",
    ];
    await assertRefused(wrong, /must be an origin in lower case/);
    const plain = [
      "http://pr-7.example.com",
      "http://10.0.0.1",
      "http://pr-*.example.com",
      "http://127.0.0.*",
    ];
    await assertRefused(plain, /must begin with https:/);
  });

  it("origins must be texts in a list", async () => {
    for (const list of ["https://pr-7.example.com", {}, 7]) {
      const problems = await findProblems(list);
      assert.match(problems.join(), /must be a list of origins/);
    }
    for (const entry of [null, 7, {}, ["https://pr-7.example.com"]]) {
      const [problem] = await findProblems([entry]);
      assert.match(problem ?? "", /must be an origin in lower case/);
    }
  });
});

describe("a pattern of origins", () => {
  it("a pattern has one `*`, for part of a label or for a whole label", async () => {
    const good = [
      "https://shop-*-team.vercel.app",
      "https://shop-*.vercel.app",
      "https://*-team.vercel.app",
      "https://deploy-preview-*--shop.netlify.app",
      "https://*.shop.pages.dev",
      "https://*.preview.example.com",
      "https://*.example.com",
      "https://*.example.com:8443",
      "https://app.*.example.com",
      "https://pr-*.example.co.uk",
      "https://*.example.co.uk",
      "https://*.example.com.au",
      "https://*.example.dev",
      "https://*.example.io",
      "https://pr-*.example.fr",
      "https://pr-*.internal",
      "http://*.localhost:3000",
      "http://pr-*.localhost",
    ];
    assert.deepEqual(await findProblems(good), []);
    const bad = [
      "https://*-*.example.com",
      "https://**.example.com",
      "https://*.*.example.com",
      "https://pr-7.example.com:*",
      "https://pr-7.example.com:80*",
      "https://pr-7.example.com/*",
      "*://pr-7.example.com",
      "http*://pr-7.example.com",
      "https://*@pr-7.example.com",
      "https://10.0.*.1",
      "https://[::*]",
      "*",
      "https://*.example.com,https://other.example.com",
    ];
    await assertRefused(bad, /must be an origin in lower case/);
  });

  it("a pattern has no `*` for a whole label under a domain where anyone can get a name", async () => {
    const shared = [
      "https://*.vercel.app",
      "https://*.netlify.app",
      "https://*.pages.dev",
      "https://*.github.io",
      "https://*.herokuapp.com",
      "https://*.onrender.com",
      "https://*.fly.dev",
      "https://*.up.railway.app",
      "https://*.azurewebsites.net",
      "https://*.westeurope.2.azurestaticapps.net",
      "https://*.europe-west1.run.app",
      "https://*.us-east-1.elasticbeanstalk.com",
      "https://*.eu-west-1.compute.amazonaws.com",
      "https://www.*.vercel.app",
      // Almost the same as a whole label.
      "https://a-*.vercel.app",
      "https://*--.vercel.app",
      "https://-*x.vercel.app",
    ];
    await assertRefused(shared, /anyone can get a name below "/);
  });

  it("a pattern has no `*` directly below a suffix where anyone can register a domain", async () => {
    const registries = [
      "https://*",
      "https://pr-*",
      "https://*.com",
      "https://*.app",
      "https://shop-*-team.com",
      "https://*.co.uk",
      "https://shop-*.co.uk",
      "https://*.com.au",
      "https://*.co.jp",
      "https://example.*",
      "https://www.example.*",
    ];
    await assertRefused(registries, /anyone can register a domain below "/);
  });

  it("a pattern has no `*` for a whole label below a possible registry, and the log says what to write", async () => {
    const unclear = [
      "https://*.tokyo.jp",
      "https://*.chiyoda.tokyo.jp",
      "https://*.oslo.no",
      "https://*.k12.ca.us",
      "https://*.xyz.de",
      "https://*.uk.com",
      "https://*.school.sch.uk",
      "https://*.internal",
    ];
    await assertRefused(unclear, /like "https:\/\/\*\.preview\./);
  });
});

describe("the owner of a domain", () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const countries = letters.flatMap((a) => letters.map((b) => a + b));

  it("registries agree with the Public Suffix List", () => {
    const words =
      "ac co com edu gen go gob gouv gov gub ind inf info lg ltd mil muni name ne net nic nom or org plc press priv sch tm travel tourism web asso firm store coop museum aero biz mobi pro xn--55qx5d"
        .split(" ");
    let count = 0;
    for (const country of countries) {
      assert.notEqual(toSuffixKind(country), "own");
      for (const word of words) {
        const { publicSuffix, isIcann } = parse(`x.${word}.${country}`);
        if (!isIcann || publicSuffix !== `${word}.${country}`) continue;
        assert.notEqual(toSuffixKind(publicSuffix), "own", publicSuffix);
        count++;
      }
    }
    assert.ok(count > 1000, `${count}`);
  });

  it("a company's domain is not taken for a registry", () => {
    for (const tld of ["com", "net", "org", "dev", "io", "de", "nl", "co.uk"]) {
      const domain = `acme-company.${tld}`;
      assert.equal(getDomain(`www.${domain}`), domain);
      for (const own of [domain, `preview.${domain}`]) {
        assert.equal(toSuffixKind(own), "own", own);
      }
    }
  });

  it("platforms agree with the Public Suffix List", () => {
    const platforms =
      "vercel.app netlify.app pages.dev workers.dev github.io gitlab.io herokuapp.com onrender.com fly.dev up.railway.app azurewebsites.net azurestaticapps.net web.app firebaseapp.com a.run.app appspot.com amplifyapp.com cloudfront.net us-east-1.elasticbeanstalk.com deno.dev ngrok.io ngrok-free.app trycloudflare.com repl.co ondigitalocean.app cleverapps.io pantheonsite.io myshopify.com streamlit.app webflow.io wixsite.com blogspot.com duckdns.org eu.org ts.net framer.app supabase.co lovable.app hf.space azurefd.net azureedge.net trafficmanager.net vercel.run is-a.dev altervista.org homeip.net dnsalias.com"
        .split(" ");
    for (const platform of platforms) {
      const { publicSuffix } = parse(`x.${platform}`, {
        allowPrivateDomains: true,
      });
      assert.equal(publicSuffix, platform);
      assert.equal(toSuffixKind(platform), "shared", platform);
    }
  });
});
