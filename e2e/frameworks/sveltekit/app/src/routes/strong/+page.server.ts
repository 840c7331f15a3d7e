import { auth } from "../../auth.server.ts";
import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = async (event) => {
  await auth.require(event, { acr: "mfa", amr: "otp" });
};
