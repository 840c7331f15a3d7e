export default defineEventHandler(auth);
