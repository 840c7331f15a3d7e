/**
 * Probes the server of the test kit.
 *
 * @module
 */

import { createServer, type RequestListener } from "node:http";
import { listen } from "./listen.ts";
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

/**
 * Starts an application, and probes it.
 *
 * @param create makes the listener of an API for its URL and the issuer
 */
export async function probeApplication(
  create: (url: string, issuer: string) => RequestListener,
): Promise<Report> {
  const server = createServer();
  const { port, close } = await listen(server, 0);
  const free = await listen(createServer(), 0);
  await free.close();
  const url = `http://127.0.0.1:${port}/files`;
  const issuer = `http://127.0.0.1:${free.port}`;
  server.on("request", create(url, issuer));
  try {
    const args = [url, "--serve", `${free.port}`, "--origin", SITE];
    const options = parseOptions([...args, "--alg=EdDSA"], () => undefined);
    return await probe(options, {
      now: Date.now,
      sleep: () => Promise.reject(new Error("nothing to wait for")),
      tell: () => {},
    });
  } finally {
    await close();
  }
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
