export default defineEventHandler((event) => auth.requireSession(event, { role: "staff" }));
