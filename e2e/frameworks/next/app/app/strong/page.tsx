import { auth } from "../../auth";
import { Account } from "../account";

export default async function Page() {
  await auth.requireSession({ acr: "mfa", amr: "otp" });
  return <Account />;
}
