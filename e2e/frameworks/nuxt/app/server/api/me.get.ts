export default defineEventHandler(async (event) => {
  setResponseHeader(event, "content-type", "application/json");
  // For null, h3 would send no content.
  return JSON.stringify(await auth.getSession(event));
});
