import { createFileRoute } from "@tanstack/react-router";
import { requireStaff } from "../../guards";

export const Route = createFileRoute("/api/staff")({
  server: {
    middleware: [requireStaff],
    handlers: { GET: ({ context }) => Response.json(context.session) },
  },
});
