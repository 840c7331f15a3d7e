export default defineEventHandler((event) => auth.requireSession(event, { maxAge: 60 }));
