/**
 * Signs in with the package and the real SDK of OpenTelemetry, which exports to
 * memory, in a folder of their own: some packages that the library is tested
 * with change when the SDK's are there.
 *
 * @module
 */

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { findTarball, optionalPeers } from "../../scripts/build_npm.ts";
import { installByBun } from "../../scripts/bun.ts";
import { root, runOrThrow } from "../../scripts/command.ts";
import { findNode, makeEmpty } from "../../scripts/node.ts";

const packages = [
  `parse5@${optionalPeers.parse5}`,
  "@opentelemetry/api@1.9",
  "@opentelemetry/context-async-hooks@2.12",
  "@opentelemetry/sdk-metrics@2.12",
  "@opentelemetry/sdk-trace-base@2.12",
];

const program = `
import { context, metrics, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";

const exporter = new InMemorySpanExporter();
const reader = new class extends MetricReader {
  async onForceFlush() {}
  async onShutdown() {}
}();
context.setGlobalContextManager(new AsyncLocalStorageContextManager());
trace.setGlobalTracerProvider(new BasicTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(exporter)],
}));
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));

const op = await createFaultProvider();
const auth = createAuth({
  secret: "a random text of at least 32 characters",
  adapter: createMemoryAdapter(),
  providers: [op.provider()],
});
const tracer = trace.getTracer("server");
const browser = createBrowser({
  "https://app.example": (request) =>
    tracer.startActiveSpan("server", async (span) => {
      try {
        const isAuth = new URL(request.url).pathname.startsWith("/auth/");
        if (isAuth) return await auth.handler(request);
        const { session } = await auth.session(request);
        return Response.json(session);
      } finally {
        span.end();
      }
    }),
  [op.origin]: op.handler,
});
const page = "https://app.example/auth/signin";
await browser.submit(await browser.goto(page));
op.faults.token = { status: 500 };
await browser.submit(await browser.goto(page + "?another=1"));

const spans = exporter.getFinishedSpans();
const names = new Map(spans.map((one) => [one.spanContext().spanId, one.name]));
const { resourceMetrics } = await reader.collect();
console.log(JSON.stringify({
  spans: spans.map(({ name, kind, attributes, status, parentSpanContext }) => ({
    name, kind, attributes, status,
    parent: names.get(parentSpanContext?.spanId) ?? null,
  })),
  metrics: resourceMetrics.scopeMetrics.flatMap(({ scope, metrics }) =>
    metrics.flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => ({
        scope: scope.name, name: descriptor.name, attributes, value,
      }))
    )
  ),
  user: op.user,
}));
`;

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code: number };
  readonly parent: string | null;
}

interface Found {
  readonly spans: readonly Span[];
  readonly metrics: readonly {
    readonly scope: string;
    readonly name: string;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly value: number;
  }[];
  readonly user: Readonly<Record<string, unknown>>;
}

describe("the SDK of OpenTelemetry", () => {
  let found: Found;
  before(async () => {
    const dir = `${root}.cache/telemetry`;
    await makeEmpty(dir);
    await Deno.writeTextFile(`${dir}/package.json`, '{ "private": true }\n');
    await installByBun(dir, await findTarball(), ...packages);
    await Deno.writeTextFile(`${dir}/sign_in.mjs`, program);
    const { path } = await findNode(24);
    const output = await runOrThrow(path, ["sign_in.mjs"], { cwd: dir });
    const line = output.split("\n").findLast((one) => one.startsWith("{"));
    found = JSON.parse(line ?? "");
  });

  it("exports a route below the server's span, and what it asks below the route", () => {
    const callback = found.spans.find(({ name }) => name === "auth callback");
    assert.equal(callback?.parent, "server");
    assert.match(String(callback?.attributes["user.hash"]), /^[\w-]{43}$/);
    for (const name of ["POST", "adapter createSession"]) {
      const span = found.spans.find((one) => one.name === name);
      assert.equal(span?.parent, "auth callback", name);
    }
  });

  it("exports a failure of the provider as an error", () => {
    const failed = found.spans.findLast(({ name }) => name === "auth callback");
    assert.equal(failed?.status.code, 2);
    assert.equal(failed?.attributes["error.type"], "ProviderUnavailable");
  });

  it("exports the metrics", () => {
    const values = found.metrics.map(({ scope, name, attributes, value }) =>
      `${scope} ${name} ${Object.values(attributes).join(" ")}: ${value}`
    );
    const scope = "@latchkey/auth latchkey.";
    for (
      const line of [
        "sign_ins op done: 1",
        "sign_ins op failed ProviderUnavailable: 1",
        "failures ProviderUnavailable op: 1",
      ]
    ) assert.ok(values.includes(scope + line), values.join("\n"));
    const reads = found.metrics.filter(({ name }) => name.endsWith(".reads"));
    assert.equal(reads.length, 4);
    assert.ok(reads.some(({ value }) => value > 0));
  });

  it("exports no personal data", () => {
    const { user, ...exported } = found;
    const text = JSON.stringify(exported);
    for (const value of [user["email"], user["name"], user["sub"]]) {
      assert.ok(!text.includes(String(value)), String(value));
    }
  });
});
