import type { auth } from "./auth.server.ts";

declare global {
  namespace App {
    interface Locals {
      session: Awaited<ReturnType<typeof auth.getSession>>;
    }
  }
}
