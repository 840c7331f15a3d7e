import { Body, Controller, Get, Header, HttpCode, Inject, Post, Req, Res } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { AuthService, type NestAuthRequest, Session } from "@latchkey/auth/nest";
import type { ContractEnvironment, ContractSession } from "@latchkey/auth/testing/host-config";
import { ENV } from "./env.js";
import { renderActions, renderPage } from "./pages.js";

/** The forms that the application handles itself. */
@Controller("actions")
export class ActionController {
  constructor(
    private readonly auth: AuthService<ContractSession>,
    private readonly host: HttpAdapterHost,
    @Inject(ENV) private readonly env: ContractEnvironment,
  ) {}

  @Get()
  @Header("content-type", "text/html; charset=utf-8")
  show(@Session() session: ContractSession | null) {
    return renderPage(session, renderActions());
  }

  @Post()
  @HttpCode(200)
  @Header("content-type", "text/html; charset=utf-8")
  async act(
    @Req() request: NestAuthRequest,
    @Res({ passthrough: true }) response: object,
    @Body() fields: Record<string, string>,
  ) {
    if (fields.do === "update") {
      const session = await this.auth.updateSession(request, { note: fields.note });
      return renderPage(session, renderActions());
    }
    const { url, error } = await this.submit(request, fields);
    const { httpAdapter } = this.host;
    if (error === null) {
      httpAdapter.status(response, 303);
      httpAdapter.setHeader(response, "location", url);
      return "";
    }
    httpAdapter.status(response, error.status);
    return renderPage(await this.auth.getSession(request), renderActions(error.message));
  }

  private submit(request: NestAuthRequest, fields: Record<string, string>) {
    const { CONTRACT_PREFIX = "" } = this.env;
    const redirectTo = `${CONTRACT_PREFIX}/private`;
    switch (fields.do) {
      case "sign-out":
        return this.auth.signOut(request, { redirectTo: `${CONTRACT_PREFIX}/` });
      case "password":
        return this.auth.signIn(request, "password", { redirectTo, fields });
      default:
        return this.auth.signIn(request, "op", { redirectTo });
    }
  }
}
