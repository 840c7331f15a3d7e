import { component$ } from "@qwik.dev/core";

export default component$(() => <h1>Page not found</h1>);
