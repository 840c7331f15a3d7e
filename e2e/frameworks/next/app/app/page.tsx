import Link from "next/link";
import { Account } from "./account";

export default function Page() {
  return (
    <>
      <Account />
      <Link href="/private">Private</Link>
    </>
  );
}
