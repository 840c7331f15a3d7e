import { command, form, getRequestEvent, query } from "$app/server";
import { redirect } from "@sveltejs/kit";
import { auth } from "../../auth.server.ts";

export const readName = query(async () => {
  const session = await auth.require(getRequestEvent());
  return session.user.name;
});

export const writeNote = command("unchecked", async (note: string) => {
  await auth.updateSession(getRequestEvent(), { note });
});

export const enter = form(async () => {
  const { url, error } = await auth.signIn(getRequestEvent(), "op");
  if (error === null) redirect(303, url, { external: true });
  return error;
});
