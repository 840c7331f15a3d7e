import { component$ } from "@builder.io/qwik";
import {
  QwikCityProvider,
  RouterOutlet,
  useDocumentHead,
} from "@builder.io/qwik-city";

const Head = component$(() => {
  const head = useDocumentHead();
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${head.title} · Latchkey example`}</title>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/styles.css" />
    </head>
  );
});

export default component$(() => (
  <QwikCityProvider>
    <Head />
    <body>
      <RouterOutlet />
    </body>
  </QwikCityProvider>
));
