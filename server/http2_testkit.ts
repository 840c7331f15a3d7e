/**
 * For tests only: requests over HTTP/2.
 *
 * @module
 */

import type { ClientHttp2Session } from "node:http2";

/** Sends a request, without a `Host` header as browsers do. */
export async function sendHttp2(
  client: ClientHttp2Session,
  request: Request,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { host: _host, connection: _connection, ...headers } = Object
    .fromEntries(request.headers);
  const stream = client.request({
    ":path": pathname + search,
    ":method": request.method,
    ...headers,
  });
  const sent = new Uint8Array(await request.arrayBuffer());
  // A GET has ended already.
  if (request.method === "POST") stream.end(sent);
  const answered = new Headers();
  let status = 0;
  stream.on("response", (all) => {
    for (const [name, value] of Object.entries(all)) {
      if (name === ":status") status = Number(value);
      if (name.startsWith(":")) continue;
      for (const one of [value ?? []].flat()) answered.append(name, `${one}`);
    }
  });
  let text = "";
  for await (const chunk of stream.setEncoding("utf8")) text += chunk;
  const body = [204, 303, 302].includes(status) ? null : text;
  return new Response(body, { status, headers: answered });
}
