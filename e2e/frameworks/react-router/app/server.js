import { createRequestHandler } from "@react-router/express";
import compression from "compression";
import express from "express";
import path from "node:path";

const build = path.resolve(
  process.env.CONTRACT_PREFIX ? "build/prefixed" : "build",
);
const app = express();
// `react-router-serve` is this server, but trusts no proxy.
app.set("trust proxy", "loopback");
app.use((req, _res, next) => {
  // React Router adds the port of this header to the host of the proxy.
  req.headers.host = req.host;
  next();
});
app.use(compression());
app.use(process.env.CONTRACT_PREFIX || "/", express.static(`${build}/client`));
app.all(
  "/{*splat}",
  createRequestHandler({ build: await import(`${build}/server/index.js`) }),
);
const { PORT, HOST } = process.env;
app.listen(PORT, HOST, () => console.log(`http://${HOST}:${PORT}`));
