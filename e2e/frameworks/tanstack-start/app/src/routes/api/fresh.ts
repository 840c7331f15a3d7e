import { createFileRoute } from "@tanstack/react-router";
import { requireFresh } from "../../guards";

export const Route = createFileRoute("/api/fresh")({
  server: {
    middleware: [requireFresh],
    handlers: { GET: ({ context }) => Response.json(context.session) },
  },
});
