import { HonoAuth } from "@latchkey/auth/hono";
import { Hono } from "hono";

const auth = HonoAuth({ providers: [] });
const app = new Hono();
app.use(auth);
app.get(
  "/",
  auth.require(),
  async (c) => c.text(`${c.var.session.user?.name} ${await auth.csrfToken(c)}`),
);
