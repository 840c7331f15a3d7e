import { auth } from "../../auth";

export default async function Page() {
  const session = await auth.getSession();
  throw new Error("thrown by the application", { cause: session });
}
