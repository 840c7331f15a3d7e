import { waitAtGate } from "@latchkey/auth/testing/host-config";

export default defineEventHandler(async (event) => {
  const readId = async () => (await auth.getSession(event))?.user.id ?? null;
  const before = await readId();
  await waitAtGate(env, `${getQuery(event).gate ?? ""}`);
  return { before, after: await readId() };
});
