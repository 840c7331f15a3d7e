import { component$ } from "@qwik.dev/core";
import { Account } from "../account.tsx";

export default component$(() => <Account />);
