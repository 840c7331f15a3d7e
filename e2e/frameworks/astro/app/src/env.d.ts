declare namespace App {
  interface Locals {
    session: Awaited<
      ReturnType<typeof import("./auth.ts").auth.getSession>
    >;
  }
}
