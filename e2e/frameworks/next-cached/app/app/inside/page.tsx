import { Suspense } from "react";
import { auth } from "../../auth";

async function Account() {
  "use cache";
  const session = await auth.getSession();
  return <p id="who">{session?.user?.email}</p>;
}

export default function Page() {
  return (
    <Suspense>
      <Account />
    </Suspense>
  );
}
