export default defineEventHandler(async (event) => {
  setCookie(event, "own", "1", { path: "/" });
  setCookie(event, "other", "2", { path: "/" });
  setResponseHeader(event, "content-type", "application/json");
  // For null, h3 would send no content.
  return JSON.stringify(await auth.getSession(event));
});
