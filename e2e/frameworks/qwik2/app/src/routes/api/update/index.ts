import type { RequestHandler } from "@qwik.dev/router";
import { getAuth, requireSession } from "@latchkey/auth/qwik";

export const onRequest = requireSession();

export const onPost: RequestHandler = async (ev) => {
  const { note, rotate } = (await ev.parseBody()) as Record<string, string>;
  await getAuth(ev).updateSession(ev, { note }, { rotate: rotate === "1" });
  ev.json(200, await getAuth(ev).getSession(ev));
};
