/**
 * Reads the arguments of `doctor`.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { parseArguments, WrongCall } from "../command.ts";
import type { Connection } from "../probe/http.ts";
import { isLoopback } from "../probe/loopback.ts";
import { parseUrl } from "../probe/options.ts";

/** What the doctor is asked to examine. */
export interface DoctorOptions {
  readonly url: URL | null;
  /** The modules of configurations. */
  readonly configs: readonly string[];
  readonly connection: Connection;
  /** Where http is served. */
  readonly plain: Connection["address"];
  /** The milliseconds that each request may take. */
  readonly timeout: number;
  readonly json: boolean;
}

/**
 * Reads the arguments.
 *
 * @throws WrongCall if the command does not take them
 */
export async function parseOptions(
  args: readonly string[],
): Promise<DoctorOptions> {
  const { values, positionals } = parse(args);
  const { config: configs = [], timeout = "10", ca = [] } = values;
  const [address, ...more] = positionals;
  if (more.length > 0) throw new WrongCall("There is one URL at most.");
  const url = address === undefined ? null : parseUrl(address);
  if (url === null && configs.length === 0) {
    throw new WrongCall("Name a URL, or a module by --config.");
  }
  if (url?.protocol === "http:" && !isLoopback(url)) {
    throw new WrongCall(
      `Name the https address: ${url.href.replace("http:", "https:")}`,
    );
  }
  if (!/^\d{1,3}$/.test(timeout)) {
    throw new WrongCall("--timeout takes a number.");
  }
  return {
    url,
    configs,
    connection: {
      address: toAddress("--connect", values.connect),
      ca: await Promise.all(ca.map(readCertificate)),
    },
    plain: toAddress("--connect-http", values["connect-http"]),
    timeout: Number(timeout) * 1000,
    json: values.json ?? false,
  };
}

function parse(args: readonly string[]) {
  return parseArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      config: { type: "string", multiple: true },
      connect: { type: "string" },
      "connect-http": { type: "string" },
      ca: { type: "string", multiple: true },
      timeout: { type: "string" },
      json: { type: "boolean" },
    },
  });
}

async function readCertificate(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new WrongCall(`--ca: ${path} cannot be read.`);
  }
}

function toAddress(
  option: string,
  text: string | undefined,
): Connection["address"] {
  if (text === undefined) return null;
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : null;
  if (url === null || url.port === "") {
    throw new WrongCall(`${option} takes a host and a port: 127.0.0.1:8443.`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return { host, port: Number(url.port) };
}
