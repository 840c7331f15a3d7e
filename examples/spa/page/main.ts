import { createClient } from "@latchkey/auth/client";
import type { auth } from "../src/main.ts";

const baseUrl = import.meta.env.VITE_SERVER ?? "http://localhost:3000";
const client = createClient<typeof auth>({ baseUrl });
const find = (id: string) => document.querySelector<HTMLElement>(`#${id}`)!;

const ask = (path: string, method = "GET") =>
  fetch(`${baseUrl}/api/${path}`, { method, credentials: "include" })
    .then((answer) => answer.json());

client.subscribe(async () => {
  const { session } = client.getSnapshot();
  find("who").textContent = session?.user.email ?? "Nobody";
  find("signed-in").hidden = session === null;
  if (session === null) return;
  find("orders").textContent = await ask("orders");
  find("devices").textContent = `${(await ask("devices")).length} devices`;
});
find("sign-in").onclick = () => client.signIn();
find("passkey").onclick = () => client.addPasskey();
find("sign-out").onclick = () => client.signOut();
find("everywhere").onclick = () =>
  ask("sign-out-everywhere", "POST").then(client.refresh);
