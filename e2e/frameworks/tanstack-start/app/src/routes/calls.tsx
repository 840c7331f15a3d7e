import { createFileRoute } from "@tanstack/react-router";
import { createServerFn } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { auth } from "../auth.server";
import { requireUser } from "../guards";

const getName = createServerFn()
  .middleware([requireUser])
  .handler(({ context }) => context.session.user.name);

const getStaff = createServerFn().handler(async () =>
  (await auth.require(getRequest(), { role: "staff" })).user.name
);

const saveNote = createServerFn({ method: "POST" })
  .validator((fields: FormData) => fields)
  .handler(async ({ data }) => {
    const note = data.get("note");
    return (await auth.updateSession(getRequest(), { note }))?.user.note;
  });

const signIn = createServerFn({ method: "POST" })
  .validator((fields: FormData) => fields)
  .handler(async ({ data: fields }) => {
    const provider = `${fields.get("provider")}`;
    return await auth.signIn(getRequest(), provider, { fields });
  });

/** The addresses of server functions, as forms without scripts use them. */
export const Route = createFileRoute("/calls")({
  loader: async ({ location }) => {
    if ("staff" in location.search) await getStaff();
  },
  errorComponent: ({ error }) => (
    <p id="error">{error instanceof Error ? error.message : ""}</p>
  ),
  component: () => (
    <>
      <a id="getName" href={getName.url}>Name</a>
      <a id="getStaff" href={getStaff.url}>Staff</a>
      <a id="saveNote" href={saveNote.url}>Note</a>
      <a id="signIn" href={signIn.url}>Sign in</a>
    </>
  ),
});
