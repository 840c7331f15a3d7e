import { component$, Slot } from "@qwik.dev/core";
import { Link } from "@qwik.dev/router";

export default component$(() => {
  return (
    <>
      <nav>
        <Link href="/">Home</Link> <Link href="/private">Private</Link>{" "}
        <Link href="/actions">Actions</Link>
      </nav>
      <Slot />
    </>
  );
});
