import { connect, type TLSSocket } from "node:tls";
import { type Connection, TIMED_OUT, toTarget } from "../../probe/http.ts";
import type { TlsFacts } from "./visit.ts";

/**
 * Reads what the connection says, even if its certificate is not trusted.
 *
 * @throws Error if there is no connection
 */
export function readTls(
  url: URL,
  connection: Connection,
  limit: number,
): Promise<TlsFacts> {
  const target = toTarget(url, { ...connection, isLax: true });
  return new Promise((resolve, reject) => {
    const ALPNProtocols = ["h2", "http/1.1"];
    const socket = connect({ ...target, ALPNProtocols });
    const timer = setTimeout(() => socket.destroy(new Error(TIMED_OUT)), limit);
    socket.once("secureConnect", () => {
      clearTimeout(timer);
      resolve(readSocket(socket));
      socket.destroy();
    });
    socket.once("error", ({ code, message }: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const reason = message === TIMED_OUT ? TIMED_OUT : code ?? message;
      reject(new Error(`${url.origin} does not answer: ${reason}.`));
    });
  });
}

function readSocket(socket: TLSSocket): TlsFacts {
  return {
    distrust: socket.authorized ? "" : `${socket.authorizationError}`,
    protocol: socket.getProtocol() ?? "",
    hasHttp2: socket.alpnProtocol === "h2",
    ends: Date.parse(socket.getPeerCertificate().valid_to),
  };
}
