import { auth } from "../auth";
export default async function Page() {
  const { user } = await auth.requireSession();
  return <p>Hello {user?.name}</p>;
}
