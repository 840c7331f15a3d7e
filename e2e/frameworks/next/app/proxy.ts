import { auth } from "./auth";

export const proxy = auth.proxy();

export const config = {
  matcher: [
    // Under a path, the other pattern leaves the first page out.
    {
      source: "/",
      missing: [{ type: "header", key: "next-router-prefetch" }],
    },
    {
      source: "/((?!_next/static|_next/image).*)",
      missing: [{ type: "header", key: "next-router-prefetch" }],
    },
  ],
};
