import { createFileRoute } from "@tanstack/react-router";
import { setCookie } from "@tanstack/react-start/server";
import { auth } from "../../auth.server";

export const Route = createFileRoute("/api/own")({
  server: {
    handlers: {
      GET: async ({ request }) => {
        setCookie("own", "1");
        setCookie("other", "2");
        return Response.json(await auth.getSession(request));
      },
    },
  },
});
