import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Inject,
  Post,
  Query,
  Req,
  Res,
} from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
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

const json = () => Header("content-type", "application/json");

/** The handlers for programs. JSON of null is an empty answer for Nest. */
@Controller("api")
export class ApiController {
  constructor(
    private readonly auth: AuthService<ContractSession>,
    private readonly host: HttpAdapterHost,
    @Inject(ENV) private readonly env: ContractEnvironment,
  ) {}

  @Get("me")
  @json()
  async me(@Req() request: NestAuthRequest) {
    return JSON.stringify(await this.auth.getSession(request));
  }

  @Get("private")
  @RequireSession()
  private(@Session() session: ContractSession) {
    return session;
  }

  @Get("staff")
  @Roles("staff")
  staff(@Session() session: ContractSession) {
    return session;
  }

  @Get("fresh")
  @RequireSession({ maxAge: 60 })
  fresh(@Session() session: ContractSession) {
    return session;
  }

  @Get("own")
  @json()
  own(@Session() session: ContractSession | null, @Res({ passthrough: true }) response: object) {
    const { httpAdapter } = this.host;
    httpAdapter.appendHeader(response, "set-cookie", "own=1; Path=/");
    httpAdapter.appendHeader(response, "set-cookie", "other=2; Path=/");
    return JSON.stringify(session);
  }

  @Get("meet")
  async meet(@Req() request: NestAuthRequest, @Query("gate") gate: string) {
    const readId = async () => (await this.auth.getSession(request))?.user.id ?? null;
    const before = await readId();
    await waitAtGate(this.env, gate);
    return { before, after: await readId() };
  }

  @Post("update")
  @HttpCode(200)
  @RequireSession()
  async update(@Req() request: NestAuthRequest, @Body() fields: Record<string, string>) {
    const { note, rotate } = fields;
    await this.auth.updateSession(request, { note }, { rotate: rotate === "1" });
    return await this.auth.getSession(request);
  }

  @Post("echo")
  @HttpCode(200)
  @RequireSession()
  echo(@Body() fields: object) {
    return fields;
  }
}
