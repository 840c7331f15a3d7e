import type { RequestHandler } from "./$types";

export const GET: RequestHandler = ({ cookies, locals }) => {
  cookies.set("own", "1", { path: "/" });
  cookies.set("other", "2", { path: "/" });
  return Response.json(locals.session);
};
