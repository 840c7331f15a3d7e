import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isLocalHost } from "./local_host.ts";

const local = [
  "localhost",
  "app.localhost",
  "a.b.localhost",
  "shop.test",
  "test",
  "127.0.0.1",
  "127.1.2.3",
  "10.0.0.7",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.20",
  "169.254.10.10",
  "[::1]",
  "[fc00::1]",
  "[fd12:3456:789a::1]",
  "[fe80::1]",
  "[::ffff:192.168.1.20]",
];

const foreign = [
  "app.example",
  "evil.example",
  "localhost.evil.example",
  "test.evil.example",
  "notlocalhost",
  "mylocalhost.example",
  "latest",
  "intranet",
  "127.0.0.1.evil.example",
  "192.168.1.20.evil.example",
  "8.8.8.8",
  "172.15.0.1",
  "172.32.0.1",
  "192.169.0.1",
  "[2001:db8::1]",
  "[fec0::1]",
  "[::ffff:8.8.8.8]",
  "",
];

describe("a local host", () => {
  it("only loopback, private networks and names that never resolve elsewhere are local", () => {
    for (const [hosts, isLocal] of [[local, true], [foreign, false]] as const) {
      for (const host of hosts) {
        const { hostname } = URL.canParse(`http://${host}`)
          ? new URL(`http://${host}`)
          : { hostname: host };
        assert.equal(isLocalHost(hostname), isLocal, host);
      }
    }
  });
});
