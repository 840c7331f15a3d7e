import process from "node:process";
import { createExpress } from "../subjects/express.ts";
import { createSubject } from "../subjects/mod.ts";

/**
 * An application with one route, on a free port of the loopback interface. It
 * prints the port, reports cookies and its CPU time on request, and ends with
 * its parent.
 */
export async function serveCase(name: string, sessions: number): Promise<void> {
  const subject = await createSubject(name);
  const cookies = await subject.cookies(sessions);
  const app = await createExpress();
  app.get("/-/cookies", (_req, res) => res.json(cookies));
  app.get("/-/cpu", (_req, res) => res.json(process.cpuUsage()));
  await subject.mount(app);
  const server = app.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (typeof address !== "object" || address === null) {
      throw new Error("no port");
    }
    process.stdout.write(`${JSON.stringify({ port: address.port })}\n`);
  });
  process.stdin.on("end", () => process.exit(0));
  process.stdin.resume();
}
