/**
 * Starts the demo. This file imports no package, so that it can print a message
 * before Deno downloads the first one.
 */
const line = "Starting the demo (the first start downloads 28 MB) ...";
const isTerminal = Deno.stdout.isTerminal();
const print = (text: string) =>
  Deno.stdout.writeSync(new TextEncoder().encode(text));

print(isTerminal ? line : `${line}\n`);
// Deno downloads the target of a literal specifier before the program begins.
const path: string = "./demo.ts";
const { main, runDemo } = await import(path);
if (isTerminal) print(`\r${" ".repeat(line.length)}\r`);
await runDemo(main);

export {};
