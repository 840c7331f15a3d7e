import { Links, Meta, Outlet, Scripts } from "react-router";
import { auth } from "./auth.server";

export const middleware = [auth.middleware];

export default function Root() {
  return (
    <html lang="en">
      <head>
        <title>Contract</title>
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
