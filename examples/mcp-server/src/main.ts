import process from "node:process";
import { type Access, protect } from "@latchkey/auth/resource/express";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import express from "express";
import { z } from "zod";

/** The public URL of this server, and the authorization server whose tokens it takes. */
const { MCP_RESOURCE = "", MCP_ISSUER = "", PORT = "3000" } = process.env;
const api = protect({
  resource: MCP_RESOURCE,
  issuer: MCP_ISSUER,
  scopes: ["notes:read", "notes:write"],
});
const tools = { list_notes: "notes:read", add_note: "notes:write" };
const notes = new Map<string, readonly string[]>();

function createServer({ subject }: Access): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const own = () => notes.get(subject) ?? [];
  const say = (text: string) => ({
    content: [{ type: "text" as const, text }],
  });
  server.registerTool(
    "list_notes",
    { description: "Lists your notes." },
    () => say(own().join("\n") || "There are no notes."),
  );
  server.registerTool("add_note", {
    description: "Adds a note.",
    inputSchema: z.object({ text: z.string().max(1000) }),
  }, ({ text }) => {
    notes.set(subject, [...own(), text]);
    return say("The note was added.");
  });
  return server;
}

const app = express();
app.use(api);
app.all("/mcp", express.json(), api.require({ tools }), async (req, res) => {
  const transport = new NodeStreamableHTTPServerTransport();
  await createServer(res.locals.access).connect(transport);
  await transport.handleRequest(req, res, req.body);
});
// deno-lint-ignore no-console -- tells the person at the terminal where to go
app.listen(Number(PORT), () => console.log(`Serving ${MCP_RESOURCE}`));
