import { createFileRoute } from "@tanstack/react-router";
import { auth } from "../../auth.server";

export const Route = createFileRoute("/api/echo")({
  server: {
    handlers: {
      POST: async ({ request }) => {
        await auth.require(request);
        const type = request.headers.get("content-type") ?? "";
        return Response.json(
          type.includes("json")
            ? await request.json()
            : Object.fromEntries(await request.formData()),
        );
      },
    },
  },
});
