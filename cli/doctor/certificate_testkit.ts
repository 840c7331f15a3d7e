/**
 * Makes certificates for servers of tests (RFC 5280).
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A certificate that signs itself, and its key, as PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Makes a certificate for a host that ends at a time. */
export function makeCertificate(host: string, ends: number): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });
  const algorithm = der(0x30, oid("2a8648ce3d040302"));
  const name = der(
    0x30,
    der(0x31, der(0x30, oid("550403"), text(0x0c, host))),
  );
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const altName = der(0x30, text(0x82, host));
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    der(0x30, time(Date.UTC(2020)), time(ends)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, der(0x30, oid("551d11"), der(0x04, altName)))),
  );
  const signature = sign("sha256", content, privateKey);
  const bits = der(0x03, Buffer.concat([Buffer.from([0]), signature]));
  return {
    cert: toPem(der(0x30, content, algorithm, bits)),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function toPem(bytes: Buffer): string {
  const lines = bytes.toString("base64").replace(/(.{64})/g, "$1\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128
    ? [length]
    : length < 256
    ? [0x81, length]
    : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function text(tag: number, value: string): Buffer {
  return der(tag, Buffer.from(value, "utf8"));
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\.\d+|[^\dZ]/g, "");
  return text(0x18, digits);
}
