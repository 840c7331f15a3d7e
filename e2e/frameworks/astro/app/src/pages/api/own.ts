import type { APIRoute } from "astro";

export const GET: APIRoute = ({ cookies, locals }) => {
  cookies.set("own", "1", { path: "/" });
  cookies.set("other", "2", { path: "/" });
  return Response.json(locals.session);
};
