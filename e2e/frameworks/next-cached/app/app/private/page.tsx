import { Suspense } from "react";
import { auth } from "../../auth";

async function readEmail() {
  "use cache: private";
  return (await auth.getSession())?.user?.email ?? "nobody";
}

async function Account() {
  return <p id="who">{await readEmail()}</p>;
}

export default function Page() {
  return (
    <Suspense>
      <Account />
    </Suspense>
  );
}
