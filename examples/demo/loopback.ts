import { createServer, type RequestListener, type Server } from "node:http";

/** A server that only this machine can reach. */
export interface LoopbackServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The error codes for `::1` on an operating system without IPv6. */
const noIpv6 = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/**
 * Listens on both loopback addresses, because browsers try either for "localhost". Port 0 takes
 * any free port.
 */
export async function listenOnLoopback(
  handler: RequestListener,
  port: number,
): Promise<LoopbackServer> {
  const first = await listen(handler, port, "127.0.0.1");
  const actual = portOf(first);
  const servers = [first];
  try {
    servers.push(await listen(handler, actual, "::1"));
  } catch (error) {
    if (!noIpv6.has(errorCode(error))) {
      await closeServer(first);
      throw error;
    }
  }
  return {
    port: actual,
    close: async () => void await Promise.all(servers.map(closeServer)),
  };
}

/** Returns the system error code (`EADDRINUSE`), or an empty text. */
export function errorCode(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) {
    return "";
  }
  return String(error.code);
}

function listen(
  handler: RequestListener,
  port: number,
  host: string,
): Promise<Server> {
  const server = createServer(handler);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== "object" || address === null) {
    throw new Error("the server has no port");
  }
  return address.port;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
