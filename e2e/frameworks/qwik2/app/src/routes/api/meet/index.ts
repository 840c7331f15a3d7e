import type { RequestEventCommon, RequestHandler } from "@qwik.dev/router";
import { getAuth } from "@latchkey/auth/qwik";
import {
  type ContractSession,
  waitAtGate,
} from "@latchkey/auth/testing/host-config";
import { env } from "../../../env.ts";

const readId = async (ev: RequestEventCommon) =>
  (await getAuth<ContractSession>(ev).getSession(ev))?.user.id ?? null;

export const onGet: RequestHandler = async (ev) => {
  const before = await readId(ev);
  await waitAtGate(env, ev.query.get("gate"));
  ev.json(200, { before, after: await readId(ev) });
};
