import { createFileRoute } from "@tanstack/react-router";
import { auth } from "../../auth.server";

export const Route = createFileRoute("/api/me")({
  server: {
    handlers: {
      GET: async ({ request }) => Response.json(await auth.getSession(request)),
    },
  },
});
