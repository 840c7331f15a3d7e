import process from "node:process";
import { createExpress } from "../subjects/express.ts";
import { signInApps } from "../subjects/sign_in_apps.ts";
import type { Registration } from "../subjects/sketch.ts";
import { listen } from "./express_server.ts";

/** Serves an Express application that users sign in to, on a free port of the loopback interface. */
export async function serveSignIns(
  name: string,
  registration: Registration,
): Promise<void> {
  const app = await createExpress();
  app.get("/-/cpu", (_req, res) => res.json(process.cpuUsage()));
  const own = signInApps[name];
  if (own === undefined) throw new TypeError(`no application ${name}`);
  await own.mount(app, registration);
  listen(app);
}
