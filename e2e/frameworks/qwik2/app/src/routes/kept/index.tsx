import { component$ } from "@qwik.dev/core";
import { Account } from "../../account.tsx";

/** A mistake: Qwik's own cache would keep the page of a user for everybody. */
export const routeConfig = { cacheKey: true };

export default component$(() => <Account />);
