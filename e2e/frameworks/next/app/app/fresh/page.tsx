import { auth } from "../../auth";
import { Account } from "../account";

export default async function Page() {
  await auth.requireSession({ maxAge: 60 });
  return <Account />;
}
