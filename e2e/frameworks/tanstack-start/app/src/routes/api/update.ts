import { createFileRoute } from "@tanstack/react-router";
import { auth } from "../../auth.server";

export const Route = createFileRoute("/api/update")({
  server: {
    handlers: {
      POST: async ({ request }) => {
        await auth.require(request);
        const fields = await request.formData();
        const rotate = fields.get("rotate") === "1";
        const data = { note: fields.get("note") };
        await auth.updateSession(request, data, { rotate });
        return Response.json(await auth.getSession(request));
      },
    },
  },
});
