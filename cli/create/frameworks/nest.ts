import type { Framework } from "../framework.ts";
import { PAGES } from "../pages.ts";
import { renderTest } from "../test_module.ts";

const CONTROLLER =
  `import { RequireSession, Session } from "@latchkey/auth/nest";
import { Controller, Get } from "@nestjs/common";
import { homePage, privatePage } from "./pages.ts";

@Controller()
export class AppController {
  @Get()
  home(@Session() session: Session | null) {
    return homePage(session?.user);
  }

  @Get("private")
  @RequireSession()
  private() {
    return privatePage();
  }
}
`;

const MODULE = `import { AuthModule } from "@latchkey/auth/nest";
import { Module } from "@nestjs/common";
import { AppController } from "./app.controller.ts";
import { config } from "./auth.ts";

@Module({
  imports: [AuthModule.forRoot(config)],
  controllers: [AppController],
})
export class AppModule {}
`;

const MAIN = `import { NestFactory } from "@nestjs/core";
import { AppModule } from "./app.module.ts";

const app = await NestFactory.create(AppModule);
const port = Number(process.env.PORT ?? 3000);
await app.listen(port);
console.log(\`http://localhost:\${port}\`);
`;

const DEV =
  `/** Starts the application with a provider of its own, so that the first sign-in needs no account. */
import { existsSync } from "node:fs";
import { serveDemoProvider } from "@latchkey/auth/testing";

if (existsSync(".env")) process.loadEnvFile();
await serveDemoProvider(process.env);
await import("./main.ts");
`;

const COMMAND = `{
  "$schema": "https://json.schemastore.org/nest-cli",
  "collection": "@nestjs/schematics",
  "sourceRoot": "src",
  "compilerOptions": { "deleteOutDir": true }
}
`;

const TSCONFIG = `{
  "compilerOptions": {
    "target": "ES2023",
    "module": "NodeNext",
    "rootDir": "src",
    "outDir": "dist",
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "isolatedModules": true,
    "experimentalDecorators": true,
    "emitDecoratorMetadata": true,
    "rewriteRelativeImportExtensions": true,
    "sourceMap": true,
    "skipLibCheck": true,
    "types": ["node"]
  },
  "include": ["src"]
}
`;

/** Nest, on Express. */
export const nest: Framework = {
  name: "Nest",
  sign: "@nestjs/core",
  pages: "src/app.controller.ts",
  // The command of Nest needs it.
  node: ">=22.22.3",
  auth: {
    imports: 'import type { AuthConfig } from "@latchkey/auth/nest";',
    open: "export const config = {",
    close: "} satisfies AuthConfig;",
  },
  packages: {
    "@nestjs/common": "^12.5.0",
    "@nestjs/core": "^12.5.0",
    "@nestjs/platform-express": "^12.5.0",
    "reflect-metadata": "^0.2.2",
    "rxjs": "^7.8.0",
  },
  devPackages: {
    "@nestjs/cli": "^12.0.0",
    "@nestjs/schematics": "^12.0.0",
    "@types/express": "^5.0.0",
    "@types/node": "^24.0.0",
    "typescript": "^6.0.0",
  },
  scripts: {
    dev: "nest start --watch --entryFile dev",
    build: "nest build",
    start: "node --env-file-if-exists=.env dist/main.js",
    test: "tsc && node --test dist/app.test.js",
  },
  files: (choices) => ({
    "nest-cli.json": COMMAND,
    "src/app.controller.ts": CONTROLLER,
    "src/app.module.ts": MODULE,
    "src/app.test.ts": renderTest(choices, {
      imports: `import { test } from "node:test";
import { createTestSecret, signInAs, toSite } from "@latchkey/auth/testing";
import { NestFactory } from "@nestjs/core";`,
      load: `const { AppModule } = await import("./app.module.ts");
const { config: auth } = await import("./auth.ts");

const app = await NestFactory.create(AppModule, { logger: false });
await app.init();`,
      ask: (init) =>
        `toSite(app.getHttpAdapter().getInstance())(new Request("http://localhost/private"${
          init && `, ${init}`
        }))`,
    }),
    "src/dev.ts": DEV,
    "src/main.ts": MAIN,
    "src/pages.ts": PAGES,
    "tsconfig.json": TSCONFIG,
  }),
  mount: `// src/app.module.ts
import { AuthModule } from "@latchkey/auth/nest";
import { config } from "./auth.ts";

@Module({ imports: [AuthModule.forRoot(config)] })

// In a controller: for people who are signed in
@Get("private")
@RequireSession()
show(@Session() session: Session) {}
`,
};
