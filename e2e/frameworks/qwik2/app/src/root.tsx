import { component$ } from "@qwik.dev/core";
import {
  DocumentHeadTags,
  QwikRouterProvider,
  RouterOutlet,
} from "@qwik.dev/router";

export default component$(() => (
  <QwikRouterProvider>
    <head>
      <meta charset="utf-8" />
      <DocumentHeadTags />
    </head>
    <body>
      <RouterOutlet />
    </body>
  </QwikRouterProvider>
));
