import type { RequestHandler } from "@qwik.dev/router";
import { getAuth } from "@latchkey/auth/qwik";

export const onGet: RequestHandler = async (ev) => {
  const cause = await getAuth(ev).getSession(ev);
  throw new Error("thrown by the application", { cause });
};
