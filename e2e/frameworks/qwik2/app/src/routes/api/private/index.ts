import type { RequestHandler } from "@qwik.dev/router";
import { getAuth, requireSession } from "@latchkey/auth/qwik";

export const onRequest = requireSession();

export const onGet: RequestHandler = async (ev) => {
  ev.json(200, await getAuth(ev).getSession(ev));
};
