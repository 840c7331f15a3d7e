import { auth } from "../../auth";
import { Account } from "../account";

export default async function Page() {
  await auth.requireSession({ role: "staff" });
  return <Account />;
}
