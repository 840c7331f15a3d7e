import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { ProviderInput } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import Passkey from "@latchkey/auth/providers/passkey";
import { runCommand } from "../run_command.ts";
import type { FindingId } from "./catalogue.ts";
import {
  certificates,
  type DeploymentOptions,
  HOST,
  startDeployment,
  startLocal,
} from "./deployment_testkit.ts";
import type { Report } from "./report.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "doctor-"));
});
after(() => rm(folder, { recursive: true }));

/** Runs the command. */
async function call(...args: readonly string[]) {
  let out = "";
  let error = "";
  const code = await runCommand(["doctor", ...args], {
    out: (text) => void (out += text),
    error: (text) => void (error += text),
    now: Date.now,
    env: () => undefined,
  });
  return { code, out, error };
}

/** Examines a deployment from outside; returns what the command prints. */
async function print(
  options: DeploymentOptions,
  ...more: readonly string[]
): Promise<string> {
  const { url, args, ca, close } = await startDeployment(options);
  const file = join(folder, "ca.pem");
  await writeFile(file, ca);
  try {
    const { code, out, error } = await call(
      url,
      ...args,
      "--ca",
      file,
      ...more,
    );
    assert.equal(error, "");
    // A name is shown, and never a value.
    assert.doesNotMatch(out, /latchkey[.\w-]*=|csrfToken|state=|eyJ/);
    assert.equal(code, /"findings": \[\]|^Nothing to mend/m.test(out) ? 0 : 1);
    return out;
  } finally {
    await close();
  }
}

async function examine(options: DeploymentOptions): Promise<Report> {
  return JSON.parse(await print(options, "--json"));
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
  ["a policy that forbids passkeys", "page.passkeys", {
    toBrowser: (headers) => {
      headers["permissions-policy"] = "publickey-credentials-get=()";
    },
    config: (one) => ({
      ...one,
      adapter: createMemoryAdapter(),
      experimental: { enableWebAuthn: true },
      providers: [...one.providers as ProviderInput[], Passkey],
    }),
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

  it("finds nothing on a developer's machine, where https is not missed", async () => {
    const { url, close } = await startLocal();
    try {
      const { code, out } = await call(url, "--json");
      const { findings, untried }: Report = JSON.parse(out);
      assert.deepEqual(findings, []);
      assert.equal(code, 0);
      assert.deepEqual(untried.map(({ what }) => what), [
        "the certificate and TLS",
        "the redirect to https",
        "HSTS",
      ]);
    } finally {
      await close();
    }
  });

  it("says in words what was seen, why it matters, and what mends it", async () => {
    const out = await print({
      config: (one) => ({ ...one, origin: `http://${HOST}` }),
      protocols: ["http/1.1"],
    });
    const [head, , heading, first, why, mend] = out.split("\n");
    assert.equal(head, `Examined https://${HOST}/`);
    assert.equal(heading, "Keeps people from signing in");
    assert.match(
      first ?? "",
      /^ {2}callback\.scheme: The callback URL of work is http:\/\/app\.example\/auth\/callback\/work, not https:/,
    );
    assert.match(
      why ?? "",
      /^ {9}why {3}The provider refuses the redirect URI/,
    );
    assert.match(
      mend ?? "",
      /^ {9}mend {2}Set `AUTH_URL` to the public origin/,
    );
    assert.match(out, /^Could be better\n {2}tls\.http2: /m);
    assert.match(out, /^Sound\n {2}.*\bHSTS\b/m);
    assert.match(out, /^\d findings\. Begin with the first/m);
  });

  it("a server that does not answer, or leads elsewhere, is no finding", async () => {
    const none = await call("https://127.0.0.1:9");
    assert.equal(none.code, 2);
    assert.equal(
      none.error,
      "https://127.0.0.1:9 does not answer: ECONNREFUSED.\n",
    );
    const { url, args, ca, close } = await startDeployment({
      toBrowser: (headers) => void (headers.location = "https://www.example/"),
      toApp: (passing) => void (passing.path = "/auth/signout/now"),
      status: 308,
    });
    try {
      const file = join(folder, "elsewhere.pem");
      await writeFile(file, ca);
      const { code, error } = await call(url, ...args, "--ca", file);
      assert.equal(code, 2);
      assert.match(error, /leads to https:\/\/www\.example: examine that one/);
    } finally {
      await close();
    }
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
