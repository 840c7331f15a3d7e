import type { Client, Exchange, Sent } from "../../probe/http.ts";

/** Asks for a path of the application; what is not given is as usual. */
export type Ask = (path: string, more?: Partial<Sent>) => Promise<Exchange>;

/** Creates what asks the application. */
export function createAsk(client: Client): Ask {
  return (path, { headers = {}, ...more } = {}) =>
    client.send({
      method: "GET",
      path,
      headers: { Accept: "application/json", ...headers },
      secrets: [],
      note: "",
      ...more,
    });
}
