import { NestFactory } from "@nestjs/core";
import { ExpressAdapter, type NestExpressApplication } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { IoAdapter } from "@nestjs/platform-socket.io";
import { WsAdapter } from "@nestjs/platform-ws";
import { AuthService } from "@latchkey/auth/nest";
import { AppModule } from "./app.module.js";
import { env } from "./env.js";

const isFastify = process.env.NEST_PLATFORM === "fastify";
const adapter = isFastify
  ? new FastifyAdapter({ trustProxy: "loopback", routerOptions: { ignoreTrailingSlash: true } })
  : new ExpressAdapter();
const app = await NestFactory.create(AppModule, adapter, { logger: false });
if (!isFastify) (app as NestExpressApplication).set("trust proxy", "loopback");
app.useWebSocketAdapter(isFastify ? new IoAdapter(app) : new WsAdapter(app));
const { CONTRACT_PREFIX = "", CONTRACT_API = "" } = env;
app.setGlobalPrefix(CONTRACT_PREFIX);
const proxy = app.get(AuthService).proxy({ provider: "op", target: CONTRACT_API });
app.use(`${CONTRACT_PREFIX}/api/proxy`, proxy);
await app.listen(Number(process.env.PORT), "localhost");
console.log(`Listening at http://localhost:${process.env.PORT}`);
