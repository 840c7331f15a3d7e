let count = 0;

export default defineCachedEventHandler(async (event) => ({
  count: ++count,
  read: await auth.getSession(event),
  shown: event.context.session,
}), { maxAge: 600 });
