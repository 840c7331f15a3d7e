/**
 * An application of Express under the contract of hosts.
 *
 * @module
 */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ServerAuth } from "@latchkey/auth/server";
import {
  type ContractEnvironment,
  type ContractSession,
  createContractConfig,
  waitAtGate,
} from "@latchkey/auth/testing/host-config";
import type { StartedHost } from "@latchkey/auth/testing/host-contract";
import express, { type Express, type Request, type Response } from "express";
import { renderActions, renderForms, renderPage } from "../shared/pages.ts";

/** Starts the application on a free port. */
export async function startExpress(
  env: ContractEnvironment,
): Promise<StartedHost> {
  const app = express();
  app.set("trust proxy", "loopback");
  // Express prints errors in any other environment.
  app.set("env", "test");
  app.use(env.CONTRACT_PREFIX ?? "/", createRouter(env));
  const server = await listen(app);
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(app: Express): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = app.listen(0, "localhost", (error) => {
      if (error) reject(error);
      else resolve(server);
    });
  });
}

function createRouter(env: ContractEnvironment) {
  const auth = ServerAuth(createContractConfig(env));
  const router = express.Router();
  // A proxy streams bodies, so it is in front of the parsers.
  const proxy = { provider: "op", target: env.CONTRACT_API ?? "" };
  router.use("/api/proxy", auth.proxy(proxy));
  router.use(express.urlencoded({ extended: false }), express.json());
  router.use("/auth", auth);
  addHandlers(router, auth, env);
  addPages(router, auth, env);
  addActions(router, auth, env);
  return router;
}

type Auth = ReturnType<
  typeof ServerAuth<ReturnType<typeof createContractConfig>>
>;

const guards = {
  private: {},
  staff: { role: "staff" },
  fresh: { maxAge: 60 },
  strong: { acr: "mfa", amr: "otp" },
} as const;

function addPages(
  router: express.Router,
  auth: Auth,
  env: ContractEnvironment,
): void {
  const show = (_: Request, res: Response) => void res.send(toPage(res));
  router.use(auth.session);
  router.get("/", show);
  for (const [path, options] of Object.entries(guards)) {
    router.get(`/${path}`, auth.require(options), show);
  }
  router.get("/form", async (req, res) => {
    const csrfField = await auth.csrfField(req);
    res.send(toPage(res, renderForms(env.CONTRACT_PREFIX ?? "", csrfField)));
  });
  router.get("/stream", async (req, res) => {
    const name = toSession(res)?.user.name ?? "nobody";
    res.type("txt").write(`first ${name}\n`);
    await waitAtGate(env, String(req.query["gate"]));
    res.end(`last ${name}\n`);
  });
  router.get("/throw", (_, res) => {
    const { user } = toSession(res) ?? {};
    throw new Error("thrown by the application", { cause: user?.id });
  });
}

function addActions(
  router: express.Router,
  auth: Auth,
  { CONTRACT_PREFIX = "" }: ContractEnvironment,
): void {
  router.get("/actions", (_, res) => {
    res.send(toPage(res, renderActions()));
  });
  router.post("/actions", async (req, res) => {
    const fields = req.body as Readonly<Record<string, string>>;
    if (fields["do"] === "update") {
      await auth.updateSession(req, { note: fields["note"] });
      return void res.send(toPage(res, renderActions()));
    }
    const redirectTo = `${CONTRACT_PREFIX}/private`;
    const result = fields["do"] === "sign-out"
      ? await auth.signOut(req, { redirectTo: `${CONTRACT_PREFIX}/` })
      : fields["do"] === "password"
      ? await auth.signIn(req, "password", { redirectTo, fields })
      : await auth.signIn(req, "op", { redirectTo });
    if (result.error === null) return res.redirect(303, result.url);
    const { status, message } = result.error;
    res.status(status).send(toPage(res, renderActions(message)));
  });
}

function addHandlers(
  router: express.Router,
  auth: Auth,
  env: ContractEnvironment,
): void {
  const answer = async (req: Request, res: Response) =>
    void res.json(await auth.getSession(req));
  router.get("/api/me", answer);
  router.get("/api/private", auth.require(guards.private), answer);
  router.get("/api/staff", auth.require(guards.staff), answer);
  router.get("/api/fresh", auth.require(guards.fresh), answer);
  router.get("/api/own", async (req, res) => {
    res.cookie("own", "1").cookie("other", "2");
    await answer(req, res);
  });
  router.get("/api/meet", async (req, res) => {
    const readId = async () => (await auth.getSession(req))?.user.id ?? null;
    const before = await readId();
    await waitAtGate(env, String(req.query["gate"]));
    res.json({ before, after: await readId() });
  });
  router.post("/api/update", auth.require(), async (req, res) => {
    const { note, rotate } = req.body as Readonly<Record<string, string>>;
    await auth.updateSession(req, { note }, { rotate: rotate === "1" });
    await answer(req, res);
  });
  router.post("/api/echo", auth.require(), (req, res) => {
    res.json(req.body);
  });
}

function toSession(res: Response): ContractSession | null | undefined {
  return res.locals.session as ContractSession | null | undefined;
}

function toPage(res: Response, content?: string): string {
  return renderPage(toSession(res), content);
}
