import { createFileRoute } from "@tanstack/react-router";
import { auth } from "../../auth.server";

export const Route = createFileRoute("/api/rotate")({
  server: {
    handlers: {
      POST: async ({ request }) => {
        await auth.updateSession(request, {}, { rotate: true });
        throw new Error("thrown after the session has another id");
      },
    },
  },
});
