/** What the pages with forms need, and what their forms do. */
export default defineEventHandler(async (event) => {
  const path = event.path.split("?")[0];
  if (path === "/form") {
    event.context.csrfToken = await auth.csrfToken(event);
  }
  if (path !== "/actions" || event.method !== "POST") return;
  const fields = toFields(await readFormData(event));
  const { url, error } = await act(event, fields);
  event.context.error = error?.message;
  if (url !== null) return await sendRedirect(event, url, 303);
});

type Fields = Record<string, string>;

function toFields(form: FormData): Fields {
  return Object.fromEntries([...form].map(([name, value]) => [name, `${value}`]));
}

async function act(event: Parameters<typeof auth.getSession>[0], fields: Fields) {
  const to = { redirectTo: `${prefix}/private` };
  if (fields.do === "provider") return await auth.signIn(event, "op", to);
  if (fields.do === "password") return await auth.signIn(event, "password", { ...to, fields });
  if (fields.do === "leave") return await auth.signOut(event, { redirectTo: `${prefix}/` });
  await auth.updateSession(event, { note: fields.note });
  return { url: null, error: null };
}
