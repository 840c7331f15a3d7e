import { waitAtGate } from "@latchkey/auth/testing/host-config";
import { createFileRoute } from "@tanstack/react-router";
import { auth, env } from "../../auth.server";

export const Route = createFileRoute("/api/meet")({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const readId = async () =>
          (await auth.getSession(request))?.user.id ?? null;
        const before = await readId();
        await waitAtGate(env, new URL(request.url).searchParams.get("gate"));
        return Response.json({ before, after: await readId() });
      },
    },
  },
});
