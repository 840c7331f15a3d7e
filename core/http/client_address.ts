/**
 * Parses client addresses strictly. All spellings of an address give the same
 * text, because a spelling must not get around the counters by address.
 *
 * @module
 */

const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const V4_WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const V6_IN_BRACKETS = /^\[([^\]]{2,60})\](?::\d{1,5})?$/;
const V6 = /^[0-9a-f:.]{2,45}(?:%[\w.-]{1,30})?$/i;

/** An IPv4 address of four bytes, or an IPv6 address of eight groups of 16 bits. */
type Address =
  | { readonly kind: "v4"; readonly bytes: readonly number[] }
  | {
    readonly kind: "v6";
    readonly groups: readonly number[];
    readonly text: string;
  };

/**
 * Returns the canonical spelling of an address (RFC 5952), or null if it is not
 * one. A port, which some proxies add, and the zone of a link-local address are
 * left out; an IPv4 address embedded in an IPv6 one becomes that IPv4 address.
 */
export function toIpAddress(text: string | null | undefined): string | null {
  const address = text ? parse(text) : null;
  if (address === null) return null;
  return address.kind === "v4" ? address.bytes.join(".") : address.text;
}

/**
 * Returns the prefix that counts as one client: an IPv4 address, or the /64 of
 * an IPv6 address, because a client with one address has 2^64.
 *
 * @param address as {@link toIpAddress} returns it
 * @param bits of an IPv6 address: 48 is the largest prefix that one customer
 * has
 */
export function toPrefix(address: string, bits: 48 | 64 = 64): string {
  const parsed = parse(address);
  if (parsed?.kind !== "v6") return address;
  const network = parsed.groups.slice(0, bits / 16)
    .map((group) => group.toString(16));
  return `${network.join(":")}::/${bits}`;
}

/**
 * Whether an address belongs to a private network or to this machine: a
 * connection from there is more often a proxy than a client.
 */
export function isPrivateAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed === null) return true;
  if (parsed.kind === "v6") {
    const [first = 0] = parsed.groups;
    const isUniqueLocal = (first & 0xfe00) === 0xfc00;
    const isLinkLocal = (first & 0xffc0) === 0xfe80;
    return isUniqueLocal || isLinkLocal || parsed.text === "::" ||
      parsed.text === "::1";
  }
  const [a = 0, b = 0] = parsed.bytes;
  return a === 0 || a === 10 || a === 127 || a === 169 && b === 254 ||
    a === 172 && b >= 16 && b < 32 || a === 192 && b === 168 ||
    a === 100 && b >= 64 && b < 128;
}

function parse(text: string): Address | null {
  const [, bare = text] = V4_WITH_PORT.exec(text) ??
    V6_IN_BRACKETS.exec(text) ??
    [];
  return parseV4(bare) ?? parseV6(bare);
}

function parseV4(text: string): Address | null {
  const parts = V4.exec(text)?.slice(1);
  // A leading zero means octal to some parsers: 010 is 8 or 10.
  if (!parts || parts.some((part) => part !== String(Number(part)))) {
    return null;
  }
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? { kind: "v4", bytes } : null;
}

function parseV6(text: string): Address | null {
  const [bare = ""] = text.split("%");
  if (!V6.test(text) || !URL.canParse(`http://[${bare}]`)) return null;
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::").map(toGroups);
  const gap = tail === undefined ? [] : new Array(
    8 - head.length - tail.length,
  ).fill(0);
  const groups = [...head, ...gap, ...tail ?? []];
  return toEmbedded(groups) ?? { kind: "v6", groups, text: canonical };
}

function toGroups(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => parseInt(group, 16));
}

/**
 * IPv6 prefixes that embed IPv4: `::ffff:0:0/96` (RFC 4291), and `64:ff9b::/96`
 * (RFC 6052), in which the whole IPv4 internet is one /64.
 */
const EMBEDDING = ["0:0:0:0:0:65535", "100:65435:0:0:0:0"];

function toEmbedded(groups: readonly number[]): Address | null {
  if (!EMBEDDING.includes(groups.slice(0, 6).join(":"))) return null;
  const [high = 0, low = 0] = groups.slice(6);
  return { kind: "v4", bytes: [high >> 8, high & 255, low >> 8, low & 255] };
}
