import type { RequestHandler } from "@qwik.dev/router";
import { getAuth } from "@latchkey/auth/qwik";

export const onGet: RequestHandler = async (ev) => {
  ev.cookie.set("own", "1", { path: "/" });
  ev.cookie.set("other", "2", { path: "/" });
  ev.json(200, await getAuth(ev).getSession(ev));
};
