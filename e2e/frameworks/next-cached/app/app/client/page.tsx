"use client";

import { auth } from "../../auth";

export default function Page() {
  return <button onClick={() => auth.getSession()}>Read</button>;
}
