import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { runCommand } from "../run_command.ts";
import type { FindingId } from "./catalogue.ts";
import {
  certificates,
  type DeploymentOptions,
  HOST,
  startDeployment,
} from "./deployment_testkit.ts";
import type { Report } from "./report.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "doctor-"));
});
after(() => rm(folder, { recursive: true }));

/** Examines a deployment from outside. */
async function examine(options: DeploymentOptions): Promise<Report> {
  const { url, args, ca, close } = await startDeployment(options);
  const file = join(folder, "ca.pem");
  await writeFile(file, ca);
  let out = "";
  let error = "";
  try {
    const all = ["doctor", url, ...args, "--ca", file, "--json"];
    const code = await runCommand(all, {
      out: (text) => void (out += text),
      error: (text) => void (error += text),
      now: Date.now,
      env: () => undefined,
    });
    assert.equal(error, "");
    const report: Report = JSON.parse(out);
    assert.equal(code, report.findings.length === 0 ? 0 : 1);
    return report;
  } finally {
    await close();
  }
}

/** A deployment, and the finding that names what is wrong with it. */
const BROKEN: readonly (readonly [string, FindingId, DeploymentOptions])[] = [
  [
    "an application that takes http for its scheme",
    "callback.scheme",
    { config: (one) => ({ ...one, origin: `http://${HOST}` }) },
  ],
  [
    "a proxy that does not say https",
    "callback.scheme",
    { config: ({ origin: _, ...one }) => ({ ...one, trustHost: true }) },
  ],
  [
    "a proxy that passes on the inner host",
    "callback.host",
    {
      config: ({ origin: _, ...one }) => ({ ...one, trustHost: true }),
      toApp: ({ headers }) => void (headers.host = "10.0.0.7:3000"),
    },
  ],
  [
    "an AUTH_URL with another host",
    "callback.host",
    { config: (one) => ({ ...one, origin: "https://www.example" }) },
  ],
  [
    "a proxy that strips a prefix",
    "callback.path",
    {
      path: "/shop",
      toApp: (passing) => {
        passing.path = passing.path.replace("/shop", "");
      },
    },
  ],
  [
    "a proxy that strips the path of the auth routes",
    "routes.prefix",
    {
      config: (one) => ({ ...one, basePath: "/login" }),
    },
  ],
  [
    "a handler that is not mounted",
    "routes.missing",
    { toApp: (passing) => void (passing.path = "/none") },
  ],
  [
    "a redirect URI that is not registered",
    "provider.redirect-uri",
    { registered: ["http://localhost:3000/auth/callback/work"] },
  ],
  ["a client that is not known", "provider.client", { client: "another" }],
  ["a certificate that signs itself", "tls.certificate", { isUnknown: true }],
  ["a certificate of another host", "tls.certificate", {
    tls: certificates.foreign,
  }],
  ["a certificate that ends soon", "tls.expires", {
    tls: certificates.ending,
  }],
  ["http that does not lead to https", "tls.redirect", {
    plain: (response) => response.end("hello"),
  }],
  ["no HSTS", "tls.hsts", {
    toBrowser: (headers) => delete headers["strict-transport-security"],
  }],
  ["HTTP/1.1 only", "tls.http2", { protocols: ["http/1.1"] }],
  ["a cache that keeps the session", "cache.session", { caches: true }],
  ["a cache that says so", "cache.session", {
    toBrowser: (headers, path) => {
      if (path.endsWith("/session")) headers["x-cache"] = "HIT from edge";
    },
  }],
  ["a proxy that drops Cache-Control", "cache.allowed", {
    toBrowser: (headers) => delete headers["cache-control"],
  }],
  ["a proxy that drops Set-Cookie", "cookies.missing", {
    toBrowser: (headers) => delete headers["set-cookie"],
  }],
  ["a proxy that merges Set-Cookie", "cookies.merged", {
    toBrowser: (headers) => {
      const all = headers["set-cookie"];
      if (Array.isArray(all)) headers["set-cookie"] = all.join(", ");
    },
  }],
  ["a proxy that drops Cookie", "cookies.lost", {
    toApp: ({ headers }) => delete headers.cookie,
  }],
  ["a cookie for another domain", "cookies.refused", {
    toBrowser: changeCookies((one) => `${one}; Domain=example.org`),
  }],
  ["a cookie for a whole domain", "cookies.domain", {
    toBrowser: changeCookies((one) =>
      `${one.replace("__Host-", "")}; Domain=app.example`
    ),
    toApp: ({ headers }) => {
      headers.cookie = headers.cookie?.replaceAll("latch", "__Host-latch") ??
        "";
    },
  }],
  ["a proxy that removes HttpOnly", "cookies.script", {
    toBrowser: changeCookies((one) => one.replace("; HttpOnly", "")),
  }],
  ["a proxy that removes SameSite", "cookies.cross-site", {
    toBrowser: changeCookies((one) => one.replace("; SameSite=Lax", "")),
  }],
  ["cookies without Secure", "cookies.insecure", {
    config: (one) => ({ ...one, useSecureCookies: false }),
  }],
  ["processes with different secrets", "processes.secrets", {
    processes: [
      (one) => one,
      (one) => ({ ...one, secret: "another secret of thirty-two letters" }),
    ],
  }],
  ["a clock that is ahead", "clock.server", {
    toBrowser: (headers) => {
      headers.date = new Date(Date.now() + 300_000).toUTCString();
    },
  }],
  ["a policy that forbids forms", "page.blocked", {
    toBrowser: addPolicy("default-src 'self'; form-action 'none'"),
  }],
  ["a policy that forbids the style", "page.style", {
    toBrowser: addPolicy("default-src 'self'"),
  }],
  ["a proxy that allows frames", "page.framing", {
    toBrowser: (headers) => {
      delete headers["content-security-policy"];
      delete headers["x-frame-options"];
    },
  }],
  ["a body parser in front", "body.read", { readsBody: true }],
  ["a host that is not trusted", "host.untrusted", {
    config: ({ origin: _, ...one }) => ({ ...one, trustHost: false }),
  }],
  ["a visitor's header that names the host", "proxy.host", {
    config: ({ origin: _, ...one }) => ({ ...one, trustHost: true }),
    toApp: ({ headers }) => {
      headers["x-forwarded-proto"] = "https";
      headers.host = `${headers["x-forwarded-host"] ?? HOST}`;
    },
  }],
  ["a store that is down", "server.storage", {
    config: (one) => ({ ...one, store: brokenStore }),
  }],
  ["a provider that the server does not reach", "server.provider", {
    config: (one, op) => {
      op.faults.discovery = { reset: true };
      return one;
    },
  }],
  ["a configuration that is wrong", "server.configuration", {
    config: (one) => ({ ...one, providers: () => [{ id: "a/b" } as never] }),
  }],
];

function fail(): never {
  throw new Error("ECONNREFUSED");
}
const brokenStore = { get: fail, set: fail, compareAndSet: fail, delete: fail };

function changeCookies(change: (cookie: string) => string) {
  return (headers: { "set-cookie"?: unknown }) => {
    const all = headers["set-cookie"];
    if (Array.isArray(all)) headers["set-cookie"] = all.map(change);
  };
}

function addPolicy(policy: string) {
  return (headers: Record<string, unknown>) => {
    headers["content-security-policy"] = [
      headers["content-security-policy"] ?? [],
      policy,
    ].flat();
  };
}

describe("doctor <url>", () => {
  it("finds nothing in a healthy deployment", async () => {
    const { findings, untried, sound } = await examine({});
    assert.deepEqual(findings, []);
    assert.deepEqual(untried, []);
    assert.equal(sound.length, 12);
  });

  for (const [title, id, options] of BROKEN) {
    it(`its first finding names the cause of ${title}`, async () => {
      const { findings } = await examine(options);
      const [first] = findings;
      assert.equal(
        first?.id,
        id,
        findings.map(({ id, seen }) => `${id}: ${seen}`).join("\n"),
      );
      assert.match(first?.seen ?? "", /^[A-Z].*\.$/s);
    });
  }
});
