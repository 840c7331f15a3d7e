/** Serves the build without TLS, which SvelteKit takes for granted. */

import { createServer } from "node:http";
import process from "node:process";

const { CONTRACT_PREFIX = "", HOST, PORT } = process.env;
const { handler } = await import(`./build${CONTRACT_PREFIX}/handler.js`);

const server = createServer((req, res) => {
  req.headers["x-forwarded-proto"] ??= "http";
  handler(req, res, () => {
    res.statusCode = 404;
    res.end();
  });
});
server.listen(Number(PORT), HOST, () => console.log("ready"));
