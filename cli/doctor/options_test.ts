import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WrongCall } from "../command.ts";
import { parseOptions } from "./options.ts";

describe("the arguments of doctor", () => {
  it("are a URL, modules, and where to connect", async () => {
    const options = await parseOptions([
      ...["https://app.example/shop", "--config", "./auth.ts"],
      ...["--config=./other.ts", "--connect", "[::1]:8443"],
      ...["--connect-http", "127.0.0.1:8080", "--timeout", "3", "--json"],
    ]);
    assert.equal(options.url?.href, "https://app.example/shop");
    assert.deepEqual(options.configs, ["./auth.ts", "./other.ts"]);
    assert.deepEqual(options.connection, {
      address: { host: "::1", port: 8443 },
      ca: [],
    });
    assert.deepEqual(options.plain, { host: "127.0.0.1", port: 8080 });
    assert.equal(options.timeout, 3000);
    assert.equal(options.json, true);
  });

  it("others are a wrong call", async () => {
    const calls: [string[], RegExp][] = [
      [[], /^Name a URL, or a module by --config\.$/],
      [["https://a.example", "https://b.example"], /^There is one URL/],
      [["app.example"], /is not an http or https URL/],
      [["http://app.example"], /^Name the https address: https:\/\/app\.ex/],
      [["https://a.example", "--yes"], /--yes/],
      [["https://a.example", "--connect", "b"], /takes a host and a port/],
      [["https://a.example", "--timeout", "x"], /takes a number/],
      [["https://a.example", "--ca", "/no/such"], /no\/such cannot be read/],
    ];
    for (const [args, message] of calls) {
      const isRight = (error: unknown) =>
        error instanceof WrongCall && message.test(error.message);
      await assert.rejects(parseOptions(args), isRight, args.join(" "));
    }
  });

  it("a server of a developer may have no https", async () => {
    const { url } = await parseOptions(["http://localhost:3000"]);
    assert.equal(url?.port, "3000");
  });
});
