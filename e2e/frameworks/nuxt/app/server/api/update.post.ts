export default defineEventHandler(async (event) => {
  await auth.requireSession(event);
  const { note, rotate } = await readBody(event);
  await auth.updateSession(event, { note }, { rotate: rotate === "1" });
  return await auth.getSession(event);
});
