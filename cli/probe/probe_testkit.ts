/**
 * Probes the server of the test kit.
 *
 * @module
 */

import { parseOptions, type ProbeOptions } from "./options.ts";
import type { Report } from "./report.ts";
import { probe } from "./run_probe.ts";
import {
  SCOPE,
  type ServerOptions,
  SITE,
  startServer,
  type TestServer,
} from "./server_testkit.ts";

/** Starts a server, and probes it. */
export function probeServer(
  server: ServerOptions,
  changes: Partial<ProbeOptions> = {},
): Promise<Report> {
  return withServer(server, (running) => {
    const args = [running.url, "--origin", SITE, "--scope", SCOPE];
    const options = parseOptions([...args, "--alg", "EdDSA"], () => undefined);
    return probe({ ...options, ...changes }, {
      now: server.now ?? Date.now,
      sleep: () => Promise.reject(new Error("nothing to wait for")),
      tell: running.read,
    });
  });
}

/** A running server, and what its operator does. */
export interface OperatedServer extends TestServer {
  /** Lets the server trust the issuer that a text names. */
  read(text: string): void;
}

/** Starts a server for as long as a function runs. */
export async function withServer<T>(
  options: ServerOptions,
  use: (server: OperatedServer) => Promise<T>,
): Promise<T> {
  const server = await startServer(options);
  const read = (text: string) => server.trust(/http\S+/.exec(text)?.[0] ?? "");
  try {
    return await use(Object.assign(server, { read }));
  } finally {
    await server.close();
  }
}
