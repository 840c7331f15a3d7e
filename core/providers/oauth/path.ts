/** Returns the value at a path such as `data.0.user`; undefined if there is none. */
export function readPath(value: unknown, path: string | undefined): unknown {
  return (path?.split(".") ?? []).reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, name)
        ? Reflect.get(inner, name)
        : undefined,
    value,
  );
}
