import { waitAtGate } from "@latchkey/auth/testing/host-config";
import { Suspense } from "react";
import { auth } from "../../auth";

type Props = { searchParams: Promise<{ gate?: string }> };

async function Late({ name, searchParams }: Props & { name: string }) {
  await waitAtGate(process.env, (await searchParams).gate ?? null);
  return <p>{`last ${name}`}</p>;
}

export default async function Page({ searchParams }: Props) {
  const session = await auth.getSession();
  const name = session?.user.name ?? "nobody";
  return (
    <>
      <p>{`first ${name}`}</p>
      <Suspense>
        <Late name={name} searchParams={searchParams} />
      </Suspense>
    </>
  );
}
