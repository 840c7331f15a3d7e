/** The application on a server of Node's. */

import { createServer } from "node:http";
import process from "node:process";
import { Readable } from "node:stream";
import { auth } from "./auth.mjs";

const server = createServer(async (incoming, outgoing) => {
  const { method, headers, url } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  const request = new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers,
    body: hasBody ? Readable.toWeb(incoming) : null,
    duplex: "half",
  });
  const response = await auth.handler(request);
  outgoing.writeHead(
    response.status,
    [
      ...response.headers,
    ].flat(),
  );
  outgoing.end(await response.text());
});
server.listen(Number(process.env.PORT), () => console.log("ready"));
