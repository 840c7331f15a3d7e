export default defineEventHandler(async (event) => {
  const session = await auth.getSession(event);
  throw new Error("thrown by the application", { cause: session?.user.id });
});
