import { Suspense } from "react";
import { auth } from "../auth";

async function Account() {
  const session = await auth.getSession();
  return <p id="who">{session ? session.user?.email : "nobody"}</p>;
}

export default function Page() {
  return (
    <>
      <h1>The shell</h1>
      <Suspense fallback={<p>Wait</p>}>
        <Account />
      </Suspense>
    </>
  );
}
