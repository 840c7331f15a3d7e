import { KoaAuth } from "@latchkey/auth/koa";
import Koa from "koa";
const auth = KoaAuth({ providers: [] });
const app = new Koa();
app.use(auth);
app.use(auth.require({ maxAge: 3 }));
app.use(auth.proxy({ provider: "a", target: "https://x.example" }));
app.use(async (ctx) => { ctx.body = (await auth.getSession(ctx))?.user?.name; });
KoaAuth((ctx) => ({ providers: [], basePath: ctx.url }));
