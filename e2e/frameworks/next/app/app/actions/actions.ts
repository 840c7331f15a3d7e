"use server";

import type { RefusedForm } from "@latchkey/auth/next";
import { auth, prefix } from "../../auth";

export async function signInAtProvider() {
  await auth.signIn("op", { redirectTo: `${prefix}/private` });
}

export async function signInByPassword(_: RefusedForm | null, fields: FormData) {
  const redirectTo = `${prefix}/private`;
  return await auth.signIn("password", { fields, redirectTo });
}

export async function signOut() {
  await auth.signOut({ redirectTo: `${prefix}/` });
}

export async function update(form: FormData) {
  await auth.updateSession({ note: form.get("note") });
}
