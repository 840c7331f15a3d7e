import { Suspense } from "react";
import { auth } from "../../auth";

async function Account() {
  const { user } = await auth.requireSession();
  return <p id="who">{user?.email}</p>;
}

export default function Page() {
  return (
    <Suspense fallback={<p>Wait</p>}>
      <Account />
    </Suspense>
  );
}
