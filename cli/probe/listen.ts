import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Lets a server listen on this host; port 0: a free one. */
export async function listen(
  server: Server,
  port: number,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
