import { defineAction } from "astro:actions";
import { auth, prefix } from "../auth.ts";

export const server = {
  provider: defineAction({
    accept: "form",
    handler: (_, context) =>
      auth.signIn(context, "op", { redirectTo: `${prefix}/private` }),
  }),
  password: defineAction({
    accept: "form",
    handler: (fields, context) =>
      auth.signIn(context, "password", {
        fields,
        redirectTo: `${prefix}/private`,
      }),
  }),
  leave: defineAction({
    accept: "form",
    handler: (_, context) =>
      auth.signOut(context, { redirectTo: `${prefix}/` }),
  }),
  update: defineAction({
    accept: "form",
    handler: async (fields: FormData, context) => {
      await auth.updateSession(context, { note: fields.get("note") });
    },
  }),
};
