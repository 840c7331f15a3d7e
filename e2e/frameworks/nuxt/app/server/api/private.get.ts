export default defineEventHandler((event) => auth.requireSession(event));
