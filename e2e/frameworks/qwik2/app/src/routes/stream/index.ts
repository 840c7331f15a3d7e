import type { RequestHandler } from "@qwik.dev/router";
import { getAuth } from "@latchkey/auth/qwik";
import {
  type ContractSession,
  waitAtGate,
} from "@latchkey/auth/testing/host-config";
import { env } from "../../env.ts";

export const onGet: RequestHandler = async (ev) => {
  const session = await getAuth<ContractSession>(ev).getSession(ev);
  const name = session?.user.name ?? "nobody";
  ev.headers.set("content-type", "text/plain; charset=utf-8");
  const writer = ev.getWritableStream().getWriter();
  const encoder = new TextEncoder();
  await writer.write(encoder.encode(`first ${name}\n`));
  await waitAtGate(env, ev.query.get("gate"));
  await writer.write(encoder.encode(`last ${name}\n`));
  await writer.close();
};
