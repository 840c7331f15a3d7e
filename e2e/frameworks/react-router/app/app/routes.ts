import { index, route } from "@react-router/dev/routes";

export default [
  index("routes/home.tsx"),
  route("auth/*", "routes/auth.ts"),
  route("private", "routes/private.tsx"),
  route("staff", "routes/staff.tsx"),
  route("fresh", "routes/fresh.tsx"),
  route("strong", "routes/strong.tsx"),
  route("form", "routes/form.tsx"),
  route("actions", "routes/actions.tsx"),
  route("stream", "routes/stream.tsx"),
  route("throw", "routes/throw.tsx"),
  route("api/me", "routes/api/me.ts"),
  route("api/private", "routes/api/private.ts"),
  route("api/staff", "routes/api/staff.ts"),
  route("api/fresh", "routes/api/fresh.ts"),
  route("api/own", "routes/api/own.ts"),
  route("api/meet", "routes/api/meet.ts"),
  route("api/update", "routes/api/update.ts"),
  route("api/echo", "routes/api/echo.ts"),
  route("api/proxy/*", "routes/api/proxy.ts"),
];
