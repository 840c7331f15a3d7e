import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, it } from "node:test";
import { startAuthority } from "./probe/authority.ts";
import { startAttacker } from "./probe/attacker.ts";
import { listen } from "./probe/listen.ts";
import { withServer } from "./probe/probe_testkit.ts";
import type { Finding, Report } from "./probe/report.ts";
import { SCOPE, type ServerOptions } from "./probe/server_testkit.ts";
import { createTokens } from "./probe/tokens.ts";
import { runCommand } from "./run_command.ts";

/** What a call printed, and its exit code. */
interface Call {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs the command; the server reads who the issuer is. */
async function call(
  args: readonly string[],
  { env = {}, read = () => {} }: {
    readonly env?: Readonly<Record<string, string>>;
    readonly read?: (text: string) => void;
  } = {},
): Promise<Call> {
  let out = "";
  let error = "";
  const code = await runCommand(["probe", ...args], {
    out: (text) => void (out += text),
    error: (text) => {
      error += text;
      read(text);
    },
    now: Date.now,
    env: (name) => env[name],
  });
  return { code, out, error };
}

/** Probes a server of the test kit. */
function probe(options: ServerOptions, ...args: string[]): Promise<Call> {
  return withServer(
    options,
    ({ url, read }) => call([url, "--alg", "EdDSA", ...args], { read }),
  );
}

function parse({ out }: Call): Report {
  return JSON.parse(out);
}

function find({ findings }: Report, id: string): Finding | undefined {
  return findings.find((one) => one.id === id);
}

describe("the command probe", () => {
  it("the exit code is 0 if no check fails", async () => {
    const { code, out, error } = await probe({}, "--only", "claims,signature");
    assert.equal(code, 0);
    assert.match(
      error,
      /^The issuer of the tokens is http:\/\/127\.0\.0\.1:\d+\n$/,
    );
    assert.match(out, /^Probed http:\/\/127\.0\.0\.1:\d+\/v1\/files, with /);
    assert.match(out, /^Holds\n {9}signature\.none, signature\.empty, /m);
    assert.match(out, /^0 checks fail, 0 warn, \d+ hold, 0 could not be /m);
    assert.doesNotMatch(out, /Fails|Warns|Could not try/);
  });

  it("the exit code is 0 if a check warns", async () => {
    const { code, out } = await probe(
      { fault: "metadata.linked" },
      "--only=metadata",
    );
    assert.equal(code, 0);
    assert.match(out, /^Warns\n {2}metadata\.linked: expected that the cha/m);
    assert.match(out, /^0 checks fail, 1 warns, /m);
  });

  it("the exit code is 1 if a check fails, and the output says what to do", async () => {
    const { code, out } = await probe(
      { fault: "claims.expired" },
      "--only=claims.expired",
    );
    assert.equal(code, 1);
    const [, , , ...lines] = out.split("\n");
    assert.match(
      lines[0] ?? "",
      /^ {2}claims\.expired: expected that a token /,
    );
    assert.match(
      lines[1] ?? "",
      /^ {9}sent {2}GET \/v1\/files; Authorization: Bearer <token> \(expired, claims iat \d+, exp \d+\)$/,
    );
    assert.match(lines[2] ?? "", /^ {9}came {2}200; content-type: applic/);
    assert.match(lines[3] ?? "", /^ {9}rule {2}RFC 9068, section 4; RFC 7519/);
    assert.match(lines[4] ?? "", /^ {9}mend {2}Compare `exp` with the time/);
    assert.match(out, /^1 check fails, 0 warn, 0 hold, /m);
  });

  it("--json prints the findings, which say the same", async () => {
    const result = await probe({ fault: "claims.expired" }, "--json");
    assert.equal(result.code, 1);
    const report = parse(result);
    assert.equal(report.mcp, null);
    assert.match(report.issuer ?? "", /^http:\/\/127\.0\.0\.1:/);
    const finding = find(report, "claims.expired");
    assert.equal(finding?.verdict, "fails");
    assert.match(finding?.sent ?? "", /^GET \/v1\/files; Authorization/);
    assert.equal(find(report, "claims.not-yet")?.verdict, "holds");
    assert.equal(find(report, "cors.vary")?.verdict, "untried");
    assert.match(find(report, "cors.vary")?.reason ?? "", /--origin/);
    assert.equal(report.counts.fails, 1);
  });

  it("--only and --skip choose checks and families", async () => {
    const result = await probe(
      {},
      "--json",
      "--only=claims,type.at-jwt",
      "--skip=claims.expired",
    );
    const ids = parse(result).findings.map(({ id }) => id);
    assert.ok(ids.includes("claims.not-yet"));
    assert.ok(ids.includes("type.at-jwt"));
    assert.ok(!ids.includes("type.id-token"));
    assert.ok(!ids.includes("claims.expired"));
    const wrong = await call(["https://a.example", "--only=claim"]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.error, /^There is no check claim\.\n\nUsage: /);
  });

  it("a server that does not answer is no result", async () => {
    const { port, close } = await listen(createServer(), 0);
    await close();
    const { code, out, error } = await call([`http://127.0.0.1:${port}/x`]);
    assert.equal(code, 2);
    assert.equal(out, "");
    assert.match(error, /\/x does not answer: ECONNREFUSED\.\n$/);
  });

  it("a server that lets nobody in does not look right", async () => {
    const result = await probe({ fault: "credential.valid" }, "--json");
    assert.equal(result.code, 1);
    const report = parse(result);
    assert.equal(find(report, "credential.valid")?.verdict, "fails");
    assert.equal(find(report, "signature.none")?.verdict, "untried");
    const { code } = await probe(
      { fault: "credential.valid" },
      "--only=claims",
    );
    assert.equal(code, 1);
  });

  it("a server that lets everyone in fails", async () => {
    const server = createServer((_request, response) => response.end("{}"));
    const { port, close } = await listen(server, 0);
    try {
      const url = `http://127.0.0.1:${port}/mcp`;
      const result = await call([url, "--json", "--alg=EdDSA"]);
      assert.equal(result.code, 1);
      const report = parse(result);
      assert.equal(report.mcp, "2025-11-25");
      assert.equal(find(report, "challenge.no-token")?.verdict, "fails");
      assert.equal(find(report, "signature.none")?.verdict, "fails");
      assert.equal(find(report, "method.head")?.verdict, "fails");
      assert.equal(find(report, "mcp.delete")?.verdict, "fails");
    } finally {
      await close();
    }
  });

  it("a limit of requests is no refusal", async () => {
    let count = 0;
    const server = createServer((_request, response) => {
      response.writeHead(++count < 4 ? 401 : count === 4 ? 200 : 429).end();
    });
    const { port, close } = await listen(server, 0);
    try {
      const url = `http://127.0.0.1:${port}/x`;
      const result = await call([url, "--json", "--only=signature.none"]);
      const finding = find(parse(result), "signature.none");
      assert.equal(finding?.verdict, "untried");
      assert.match(finding?.reason ?? "", /limits how often/);
    } finally {
      await close();
    }
  });

  it("help goes to the standard output", async () => {
    const { code, out, error } = await call(["--help"]);
    assert.equal(code, 0);
    assert.equal(error, "");
    assert.match(out, /Exit code: 0 if no check fails/);
  });
});

describe("the origin of the URL", () => {
  it("no other origin is asked, whatever the server names", async () => {
    let count = 0;
    const other = await listen(
      createServer((_request, response) => {
        count++;
        response.end("{}");
      }),
      0,
    );
    const elsewhere = `http://127.0.0.1:${other.port}/x`;
    const server = await listen(
      createServer((_request, response) => {
        response.writeHead(302, {
          Location: elsewhere,
          "WWW-Authenticate": `Bearer resource_metadata="${elsewhere}"`,
        }).end();
      }),
      0,
    );
    try {
      await call([`http://127.0.0.1:${server.port}/x`, "--alg=EdDSA"]);
      assert.equal(count, 0);
    } finally {
      await Promise.all([server.close(), other.close()]);
    }
  });
});

describe("a token that is given", () => {
  /** Probes a server with a token that another program got. */
  function probeWithToken(
    options: ServerOptions,
    ...args: string[]
  ): Promise<Call & { readonly token: string }> {
    return withServer(options, async ({ url, trust }) => {
      const authority = await startAuthority({
        port: 0,
        issuer: null,
        alg: "EdDSA",
      });
      const attacker = await startAttacker("EdDSA");
      const { valid: token } = createTokens(authority, attacker, {
        audience: url,
        scopes: [SCOPE],
        claims: { email: "ada@example.com" },
        now: Date.now,
      });
      trust(authority.issuer);
      try {
        const all = [url, "--token-env", "TOKEN", ...args];
        const result = await call(all, { env: { TOKEN: token } });
        return { ...result, token };
      } finally {
        await authority.close();
        await attacker.close();
      }
    });
  }

  it("everything is tried that does not take the issuer's key", async () => {
    const result = await probeWithToken({}, "--json");
    assert.equal(result.error, "");
    assert.equal(result.code, 0);
    const { findings, issuer } = parse(result);
    assert.equal(issuer, null);
    assert.deepEqual(
      findings.filter(({ verdict }) => verdict === "fails"),
      [],
    );
    const holding = findings.filter(({ verdict }) => verdict === "holds")
      .map(({ id }) => id);
    for (
      const id of [
        "credential.query",
        "signature.none",
        "signature.empty",
        "signature.broken",
        "signature.changed-claims",
        "signature.other-key",
        "signature.embedded-key",
        "signature.jku",
        "metadata.resource",
        "method.path",
        "error.server-error",
      ]
    ) assert.ok(holding.includes(id), id);
    const expired = findings.find(({ id }) => id === "claims.expired");
    assert.equal(expired?.verdict, "untried");
    assert.match(expired?.reason ?? "", /the issuer's key/);
  });

  it("an attack with it is found", async () => {
    for (const fault of ["signature.none", "signature.jku"]) {
      const result = await probeWithToken({ fault }, "--json");
      const failing = parse(result).findings
        .filter(({ verdict }) => verdict === "fails");
      assert.deepEqual(failing.map(({ id }) => id), [fault]);
    }
  });

  it("an opaque token is enough for what takes no JWT", async () => {
    const token = "opaque-token-of-a-user";
    const server = createServer(({ headers }, response) => {
      const isRight = headers.authorization === `Bearer ${token}`;
      response.writeHead(isRight ? 200 : 401).end("{}");
    });
    const { port, close } = await listen(server, 0);
    try {
      const url = `http://127.0.0.1:${port}/x`;
      const args = [url, "--json", "--token-env=TOKEN"];
      const report = parse(await call(args, { env: { TOKEN: token } }));
      assert.equal(find(report, "credential.query")?.verdict, "holds");
      const none = find(report, "signature.none");
      assert.equal(none?.verdict, "untried");
      assert.match(none?.reason ?? "", /not a JWT/);
    } finally {
      await close();
    }
  });

  it("no key in the URL is in the output", async () => {
    const { out } = await withServer(
      {},
      ({ url, read }) =>
        call(
          [`${url}?key=hunter2hunter2`, "--alg=EdDSA", "--only=credential"],
          {
            read,
          },
        ),
    );
    assert.match(out, /^Probed http:\S+\?key=<token>, with /);
    assert.match(out, /sent {2}GET \/v1\/files\?key=<token>; Authorization/);
    assert.doesNotMatch(out, /hunter2/);
  });

  it("no token is in any output, not even if the server sends it back", async () => {
    for (const fault of ["error.echo", "signature.changed-claims"]) {
      for (const form of [[], ["--json"]]) {
        const { out, token } = await probeWithToken({ fault }, ...form);
        const parts = [token, ...token.split(".")];
        for (const part of parts) assert.ok(!out.includes(part), fault);
        assert.ok(!out.includes("ada@example.com"), fault);
        assert.match(out, /<token>/);
      }
    }
  });
});
