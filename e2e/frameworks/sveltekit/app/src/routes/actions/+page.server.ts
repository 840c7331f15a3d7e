import { auth } from "../../auth.server.ts";
import { prefix } from "../../env.server.ts";
import type { Actions } from "./$types";

export const actions = {
  provider: auth.actions.signIn("op", { redirectTo: `${prefix}/private` }),
  password: auth.actions.signIn("password", {
    redirectTo: `${prefix}/private`,
  }),
  leave: auth.actions.signOut({ redirectTo: `${prefix}/` }),
  update: async (event) => {
    const form = await event.request.formData();
    await auth.updateSession(event, { note: form.get("note") });
  },
} satisfies Actions;
