import { createFileRoute } from "@tanstack/react-router";
import { requireUser } from "../../guards";

export const Route = createFileRoute("/api/private")({
  server: {
    middleware: [requireUser],
    handlers: { GET: ({ context }) => Response.json(context.session) },
  },
});
