import process from "node:process";
import { createApp } from "./app.ts";

const port = Number(process.env.PORT ?? 3000);

createApp().listen(port, (error) => {
  if (error) throw error;
  process.stdout.write(`http://localhost:${port}\n`);
});
