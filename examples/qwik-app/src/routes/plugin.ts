import type { RequestHandler } from "@builder.io/qwik-city";
import { ServerError } from "@builder.io/qwik-city/middleware/request-handler";

/** Shows failures in the look of the other pages. Redirects are thrown, too, and pass. */
export const onRequest: RequestHandler = async ({ next, html }) => {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const status = error instanceof ServerError ? error.status : 500;
    // deno-lint-ignore no-console -- this is the application's log
    if (status >= 500) console.error(error);
    throw html(
      status,
      status === 404
        ? errorPage("Page not found", "There’s nothing at this address.")
        : errorPage("Something went wrong", "Try again in a moment."),
    );
  }
};

function errorPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Latchkey example</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/styles.css">
  </head>
  <body>
    <header>
      <a class="brand" href="/">
        <img src="/favicon.svg" alt="" width="28" height="28">
        <span>Latchkey example</span>
      </a>
    </header>
    <main class="page small">
      <section class="card">
        <hgroup>
          <h1>${title}</h1>
          <p>${text}</p>
        </hgroup>
        <a class="b main" href="/">Go to the home page</a>
      </section>
    </main>
  </body>
</html>
`;
}
