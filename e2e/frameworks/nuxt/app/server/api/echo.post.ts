export default defineEventHandler(async (event) => {
  await auth.requireSession(event);
  return await readBody(event);
});
