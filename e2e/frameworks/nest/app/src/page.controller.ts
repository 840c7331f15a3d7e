import { Readable } from "node:stream";
import { Controller, Get, Header, Inject, Query, Req, StreamableFile } from "@nestjs/common";
import {
  AuthService,
  type NestAuthRequest,
  RequireSession,
  Roles,
  Session,
} from "@latchkey/auth/nest";
import {
  type ContractEnvironment,
  type ContractSession,
  waitAtGate,
} from "@latchkey/auth/testing/host-config";
import { ENV } from "./env.js";
import { renderForms, renderPage } from "./pages.js";

const html = () => Header("content-type", "text/html; charset=utf-8");

/** The pages. */
@Controller()
export class PageController {
  constructor(
    private readonly auth: AuthService<ContractSession>,
    @Inject(ENV) private readonly env: ContractEnvironment,
  ) {}

  @Get()
  @html()
  home(@Session() session: ContractSession | null) {
    return renderPage(session);
  }

  @Get("private")
  @RequireSession()
  @html()
  private(@Session() session: ContractSession) {
    return renderPage(session);
  }

  @Get("staff")
  @Roles("staff")
  @html()
  staff(@Session() session: ContractSession) {
    return renderPage(session);
  }

  @Get("fresh")
  @RequireSession({ maxAge: 60 })
  @html()
  fresh(@Session() session: ContractSession) {
    return renderPage(session);
  }

  @Get("strong")
  @RequireSession({ acr: "mfa", amr: "otp" })
  @html()
  strong(@Session() session: ContractSession) {
    return renderPage(session);
  }

  @Get("form")
  @html()
  async form(@Session() session: ContractSession | null, @Req() request: NestAuthRequest) {
    const { CONTRACT_PREFIX = "" } = this.env;
    return renderPage(session, renderForms(CONTRACT_PREFIX, await this.auth.csrfField(request)));
  }

  @Get("stream")
  stream(@Session() session: ContractSession | null, @Query("gate") gate: string) {
    const name = session?.user.name ?? "nobody";
    const type = "text/plain; charset=utf-8";
    return new StreamableFile(Readable.from(this.write(gate, name)), { type });
  }

  private async *write(gate: string, name: string) {
    yield `first ${name}\n`;
    await waitAtGate(this.env, gate);
    yield `last ${name}\n`;
  }

  @Get("throw")
  throw(@Session() session: ContractSession | null) {
    throw new Error("thrown by the application", { cause: session?.user.id });
  }
}
