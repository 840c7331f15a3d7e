import type { RequestHandler } from "@qwik.dev/router";
import { requireSession } from "@latchkey/auth/qwik";

export const onRequest = requireSession();

export const onPost: RequestHandler = async (ev) => {
  ev.json(200, await ev.parseBody());
};
