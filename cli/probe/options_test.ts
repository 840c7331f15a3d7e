import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WrongCall } from "../command.ts";
import { parseOptions } from "./options.ts";

const env = (name: string) =>
  ({ TOKEN: "secret-token-of-a-user", EMPTY: " ", LINES: "two\nlines" })[name];

function parse(...args: string[]) {
  return parseOptions(args, env);
}

describe("the arguments of probe", () => {
  it("a URL is enough", () => {
    const { url, ...rest } = parse("https://api.example/files");
    assert.equal(url.href, "https://api.example/files");
    assert.deepEqual(rest, {
      token: null,
      issuer: null,
      port: 0,
      alg: "RS256",
      audience: null,
      scopes: null,
      claims: {},
      mcp: false,
      method: null,
      origin: null,
      only: [],
      skip: [],
      timeout: 10_000,
      wait: 0,
      json: false,
    });
  });

  it("a value follows its option, or an equals sign", () => {
    const options = parse(
      ...["--serve", "9400", "--issuer=https://login.example/a?b=c"],
      ...["--alg", "ES256", "--scope", "a b", "--claims", '{"azp":"c"}'],
      ...["--only", "claims, cors.vary", "--skip=type", "--method", "post"],
      ...["--timeout=3", "--wait", "20", "--json", "http://localhost:1/"],
    );
    assert.equal(options.port, 9400);
    assert.equal(options.issuer, "https://login.example/a?b=c");
    assert.equal(options.alg, "ES256");
    assert.deepEqual(options.scopes, ["a", "b"]);
    assert.deepEqual(options.claims, { azp: "c" });
    assert.deepEqual(options.only, ["claims", "cors.vary"]);
    assert.deepEqual(options.skip, ["type"]);
    assert.equal(options.method, "POST");
    assert.equal(options.timeout, 3000);
    assert.equal(options.wait, 20_000);
    assert.equal(options.json, true);
  });

  it("an endpoint is one of MCP if it is said, or if its path says so", () => {
    assert.equal(parse("https://a.example/v1/mcp").mcp, true);
    assert.equal(parse("https://a.example/mcp/files").mcp, true);
    assert.equal(parse("https://a.example/mcpx").mcp, false);
    assert.equal(parse("https://a.example/x", "--mcp").mcp, true);
    const args = ["https://a.example/x", "--mcp-version", "2026-07-28"];
    assert.equal(parse(...args).mcp, "2026-07-28");
  });

  it("a token comes from the environment", () => {
    const { token } = parse("https://a.example", "--token-env", "TOKEN");
    assert.equal(token, "secret-token-of-a-user");
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      parse(`http://${host}:1/`, "--token-env", "TOKEN");
    }
    assert.equal(parse("http://a.example").token, null);
  });

  it("wrong calls are refused, and no token is in the reason", () => {
    const url = "https://a.example";
    const calls: [string[], RegExp][] = [
      [[], /^Name one URL\.$/],
      [[url, url], /^Name one URL\.$/],
      [["a.example"], /^a\.example is not an http or https URL\.$/],
      [["ftp://a.example"], /is not an http or https URL\.$/],
      [["https://user:pass@a.example"], /no user name/],
      [["https://a.example/#part"], /no fragment/],
      [[url, "--token", "x"], /^There is no option --token\.$/],
      [
        [url, "--token=secret-token-of-a-user"],
        /^There is no option --token\.$/,
      ],
      [[url, "--json=yes"], /^There is no option --json\.$/],
      [[url, "--serve"], /^--serve takes a value\.$/],
      [[url, "--serve", "x"], /^--serve takes a number\.$/],
      [[url, "--issuer", "x"], /is not an http or https URL\.$/],
      [[url, "--alg", "none"], /^--alg takes one of: RS256, /],
      [[url, "--mcp-version", "1"], /takes one of: 2025-11-25, 2026-07-28\.$/],
      [[url, "--claims", "[]"], /^--claims takes a JSON object\.$/],
      [[url, "--claims", "{"], /^--claims takes a JSON object\.$/],
      [[url, "--token-env", "NONE"], /^The variable NONE is not set\.$/],
      [[url, "--token-env", "EMPTY"], /^The variable EMPTY is not set\.$/],
      [[url, "--token-env", "LINES"], /^The variable LINES holds no token\.$/],
      [[url, "--token-env", "TOKEN", "--serve", "1"], /takes the place of/],
      [[url, "--token-env", "TOKEN", "--issuer", url], /takes the place of/],
      [["http://a.example", "--token-env", "TOKEN"], /over https only\.$/],
    ];
    for (const [args, reason] of calls) {
      assert.throws(() => parse(...args), (error: Error) => {
        assert.ok(error instanceof WrongCall);
        assert.match(error.message, reason);
        assert.doesNotMatch(error.message, /secret-token|two/);
        return true;
      }, args.join(" "));
    }
  });
});
