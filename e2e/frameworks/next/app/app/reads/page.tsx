import { auth, countReads } from "../../auth";

async function Reader() {
  await auth.getSession();
  return null;
}

async function Total({ before }: { before: number }) {
  await Promise.all([auth.getSession(), auth.requireSession()]);
  return <p id="reads">{countReads() - before}</p>;
}

export default function Page() {
  const before = countReads();
  return (
    <>
      <Reader />
      <Reader />
      <Reader />
      <Reader />
      <Total before={before} />
    </>
  );
}
