import { auth } from "../auth";

export async function Account() {
  const session = await auth.getSession();
  return (
    <>
      <p id="who">{session ? session.user.name : "nobody"}</p>
      <p id="note">{session?.user.note}</p>
    </>
  );
}
