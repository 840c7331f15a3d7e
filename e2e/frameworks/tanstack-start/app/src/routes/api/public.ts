import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/api/public")({
  server: {
    handlers: {
      GET: () =>
        Response.json("for everybody", {
          headers: { "cache-control": "public, max-age=60" },
        }),
    },
  },
});
