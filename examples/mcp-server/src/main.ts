import process from "node:process";
import { protect } from "@latchkey/auth/resource/express";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import express from "express";
import { z } from "zod";

const { MCP_RESOURCE = "", MCP_ISSUER = "", PORT = "3000" } = process.env;
const scopes = ["notes:read", "notes:write"];
const tools = { list_notes: "notes:read", add_note: "notes:write" };
const api = protect({ resource: MCP_RESOURCE, issuer: MCP_ISSUER, scopes });
const notes = new Map<string, string>();

/** The tools, for one user. */
function createServer(user: string): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const list = () => ({
    content: [{ type: "text" as const, text: notes.get(user) ?? "No notes." }],
  });
  server.registerTool("list_notes", {}, list);
  const inputSchema = z.object({ text: z.string().max(1000) });
  server.registerTool("add_note", { inputSchema }, ({ text }) => {
    notes.set(user, `${notes.get(user) ?? ""}${text}\n`);
    return list();
  });
  return server;
}

const app = express();
app.use(api);
app.all("/mcp", express.json(), api.require({ tools }), async (req, res) => {
  const transport = new NodeStreamableHTTPServerTransport();
  await createServer(res.locals.access.subject).connect(transport);
  await transport.handleRequest(req, res, req.body);
});
// deno-lint-ignore no-console -- tells the person at the terminal where to go
app.listen(Number(PORT), () => console.log(`Serving ${MCP_RESOURCE}`));
