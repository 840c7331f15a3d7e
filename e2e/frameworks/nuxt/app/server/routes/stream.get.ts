import { waitAtGate } from "@latchkey/auth/testing/host-config";

export default defineEventHandler(async (event) => {
  const name = (await auth.getSession(event))?.user.name ?? "nobody";
  const gate = `${getQuery(event).gate ?? ""}`;
  setResponseHeader(event, "content-type", "text/plain; charset=utf-8");
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(encoder.encode(`first ${name}\n`));
      await waitAtGate(env, gate);
      controller.enqueue(encoder.encode(`last ${name}\n`));
      controller.close();
    },
  });
});
