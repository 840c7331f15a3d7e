import { FastifyAuth, type SessionOf } from "@latchkey/auth/fastify";
import type { Session } from "@latchkey/auth";
import Fastify, { type FastifyRequest } from "fastify";

interface Mine extends Session { team: string }
const config = {
  providers: [],
  callbacks: {
    session: ({ session }: { session: Session }): Mine => ({ ...session, team: "a" }),
  },
};
declare module "fastify" {
  interface FastifyRequest {
    session: SessionOf<typeof config> | null;
  }
}
const auth = FastifyAuth(config);
const app = Fastify();
app.register(auth);
app.register(auth, { prefix: "/x", decoratorName: "visitor" });
app.register(auth.proxy({ provider: "a", target: "https://x.example" }), { prefix: "/api" });
app.get("/", (request) => request.session?.team);
app.get("/b", async (request) => (await auth.getSession(request))?.team.length);
app.post<{ Body: { a: string }; Reply: { 200: { b: string }; 400: string } }>("/c", {
  preHandler: [auth.require({ role: "admin" })],
  onRequest: auth.require(),
}, async (request, reply) => {
  await auth.updateSession(request, request.body.a);
  return reply.code(200).send({ b: "1" });
});
app.addHook("preHandler", auth.require({ maxAge: 1 }));
// @ts-expect-error no such option
auth.require({ nothing: 1 });
const h2 = Fastify({ http2: true });
h2.register(auth);
h2.get("/", { preHandler: auth.require() }, async (request) => (await auth.getSession(request))?.team);
FastifyAuth(async (request: FastifyRequest) => ({ providers: [], basePath: `/${request.hostname}` }));
FastifyAuth((request) => ({ providers: [], basePath: `/${request.host}` }));
