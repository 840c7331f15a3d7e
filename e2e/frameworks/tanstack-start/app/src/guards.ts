import { createMiddleware } from "@tanstack/react-start";
import { auth } from "./auth.server";

export const requireUser = createMiddleware().server(
  async ({ request, next }) =>
    next({ context: { session: await auth.require(request) } }),
);

export const requireStaff = createMiddleware().server(
  async ({ request, next }) => {
    const session = await auth.require(request, { role: "staff" });
    return next({ context: { session } });
  },
);

export const requireFresh = createMiddleware().server(
  async ({ request, next }) => {
    const session = await auth.require(request, { maxAge: 60 });
    return next({ context: { session } });
  },
);

export const requireStrong = createMiddleware().server(
  async ({ request, next }) => {
    const proof = { acr: "mfa", amr: "otp" };
    const session = await auth.require(request, proof);
    return next({ context: { session } });
  },
);
