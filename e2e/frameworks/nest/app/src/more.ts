/** What the contract of hosts does not ask for. */

import { Controller, Get, Req, UseGuards } from "@nestjs/common";
import { Query, Resolver } from "@nestjs/graphql";
import { SubscribeMessage, WebSocketGateway } from "@nestjs/websockets";
import {
  AuthGuard,
  AuthService,
  type NestAuthRequest,
  Public,
  RequireSession,
  Roles,
  Session,
} from "@latchkey/auth/nest";
import type { ContractSession } from "@latchkey/auth/testing/host-config";

/** Decorators of a class, and of its methods. */
@Controller("more")
@UseGuards(AuthGuard)
export class MoreController {
  constructor(private readonly auth: AuthService<ContractSession>) {}

  @Get("guarded")
  guarded(@Session() session: ContractSession) {
    return { name: session.user.name };
  }

  @Get("public")
  @Public()
  open(@Session() session: ContractSession | null) {
    return { name: session?.user.name ?? "nobody" };
  }

  @Get("contradiction")
  @Public()
  @Roles("staff")
  contradiction() {
    return { passed: true };
  }

  @Get("required")
  @Public()
  async required(@Req() request: NestAuthRequest) {
    const { user } = await this.auth.require(request, { when: ({ user }) => user.role === "staff" });
    return { name: user.name };
  }
}

let asked = 0;

/** What a class demands, its methods demand, too. */
@Controller("staff-only")
@Roles("staff")
export class StaffController {
  @Get("both")
  @RequireSession({ maxAge: 60 })
  both() {
    return { passed: true };
  }

  @Get("other")
  @Roles("guest")
  other() {
    return { passed: true };
  }

  @Get("once")
  @RequireSession({ when: () => ++asked > 0 })
  once() {
    return { asked };
  }
}

@Resolver()
export class NameResolver {
  @Query(() => String)
  name(@Session() session: ContractSession | null) {
    return session?.user.name ?? "nobody";
  }

  @Query(() => String)
  @RequireSession()
  secret(@Session() session: ContractSession) {
    return `of ${session.user.name}`;
  }

  @Query(() => String)
  @Roles("staff")
  staff() {
    return "passed";
  }
}

/** For `WsAdapter` and `IoAdapter`. */
@WebSocketGateway({ path: "/socket" })
export class NameGateway {
  constructor(private readonly auth: AuthService<ContractSession>) {}

  handleConnection(client: object, request: NestAuthRequest | undefined) {
    // Sockets of Socket.IO have their request.
    if (request?.headers) return this.auth.openSocket(client, request);
  }

  @SubscribeMessage("name")
  @UseGuards(AuthGuard)
  @Public()
  name(@Session() session: ContractSession | null) {
    return { event: "name", data: session?.user.name ?? "nobody" };
  }

  @SubscribeMessage("secret")
  @RequireSession()
  secret(@Session() session: ContractSession) {
    return { event: "secret", data: `of ${session.user.name}` };
  }
}
