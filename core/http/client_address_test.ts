import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isPrivateAddress, toIpAddress, toPrefix } from "./client_address.ts";

describe("toIpAddress()", () => {
  const spellings: Record<string, readonly string[]> = {
    "127.0.0.1": [
      "127.0.0.1",
      "127.0.0.1:8080",
      "::ffff:127.0.0.1",
      "::FFFF:7f00:1",
      "0:0:0:0:0:ffff:127.0.0.1",
      "[::ffff:127.0.0.1]:80",
    ],
    "192.0.2.33": ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
    "::1": ["::1", "0:0:0:0:0:0:0:1", "0000::0001", "[::1]", "[::1]:443"],
    "2001:db8::1": [
      "2001:db8::1",
      "2001:DB8::1",
      "2001:db8:0::1",
      "2001:0db8:0000:0000:0000:0000:0000:0001",
      "2001:db8::0.0.0.1",
    ],
    "fe80::1": ["fe80::1%eth0", "fe80::1"],
    "::": ["::", "0:0:0:0:0:0:0:0"],
  };
  for (const [address, texts] of Object.entries(spellings)) {
    for (const text of texts) {
      it(`${JSON.stringify(text)} is the address ${address} [A27]`, () => {
        assert.equal(toIpAddress(text), address);
        assert.equal(toIpAddress(address), address);
      });
    }
  }

  const bad = [
    ...["", "unknown", "localhost", "_hidden", "1", "0x7f.1", "2130706433"],
    ...["127.1", "010.0.0.1", "256.0.0.1", "1.2.3.4.5", "1.2.3.4 ", " 1.2.3.4"],
    ...["1.2.3.4:port", "1.2.3.4, 5.6.7.8", "1.2.3.4\n", ":::", "1::2::3"],
    ...["12345::", "::g", "::1/64", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9"],
    ...["::ffff:127.0.0.01", "::ffff:1.2.3", "[::1", "::1]", "[1.2.3.4]x"],
    ...["::1%", "%eth0", "１.2.3.4", "1.2.3.4:123456", "x".repeat(5000)],
  ];
  for (const text of bad) {
    it(`${JSON.stringify(text.slice(0, 40))} is not an address`, () => {
      assert.equal(toIpAddress(text), null);
    });
  }

  it("no header gives no address", () => {
    assert.deepEqual([toIpAddress(null), toIpAddress(undefined)], [null, null]);
  });
});

describe("toPrefix()", () => {
  it("a client is an IPv4 address, or a /64 network of IPv6 [A27]", () => {
    assert.equal(toPrefix("203.0.113.7"), "203.0.113.7");
    assert.equal(toPrefix("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    assert.equal(toPrefix("2001:db8:1:2:ffff::"), "2001:db8:1:2::/64");
    assert.equal(toPrefix("2001:db8:1:3::"), "2001:db8:1:3::/64");
    assert.equal(toPrefix("::1"), "0:0:0:0::/64");
    assert.equal(toPrefix("2001:db8::1"), "2001:db8:0:0::/64");
  });

  it("all 2^64 addresses of a network are one client [A27]", () => {
    const prefixes = new Set<string>();
    for (let i = 0; i < 1000; i++) {
      const host = crypto.getRandomValues(new Uint16Array(4));
      const groups = [...host].map((one) => one.toString(16)).join(":");
      prefixes.add(toPrefix(toIpAddress(`2001:db8:7:8:${groups}`) ?? ""));
    }
    assert.deepEqual([...prefixes], ["2001:db8:7:8::/64"]);
  });
});

describe("isPrivateAddress()", () => {
  const inside = [
    ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.9.9.9"],
    ...["169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.0.1"],
    ...["::", "::1", "fc00::1", "fdff:ffff::1", "fe80::1", "febf::1"],
    ...["::ffff:10.0.0.1", "no address"],
  ];
  const outside = [
    ...["9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0"],
    ...["126.255.255.255", "128.0.0.0", "172.15.255.255", "172.32.0.0"],
    ...["192.167.0.1", "192.169.0.1", "8.8.8.8", "2001:db8::1", "2600::"],
    ...["fbff::1", "fe00::1", "fec0::1", "::ffff:8.8.8.8"],
  ];
  for (const address of inside) {
    it(`the address "${address}" is in a private network`, () =>
      assert.ok(isPrivateAddress(address)));
  }
  for (const address of outside) {
    it(`the address "${address}" is not in a private network`, () =>
      assert.ok(!isPrivateAddress(address)));
  }
});
