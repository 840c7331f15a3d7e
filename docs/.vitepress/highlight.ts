import { createCssVariablesTheme } from "shiki";

/** Colours by kind of token; style.css has their values. */
export const theme = createCssVariablesTheme({
  name: "latchkey",
  variablePrefix: "--code-",
});

/** Puts the kind of a token into its class: a strict policy allows no style attributes. */
export const withClasses = {
  name: "classes",
  pre: strip,
  span(node) {
    const [, kind] = /--code-([\w-]+)/.exec(node.properties.style ?? "") ?? [];
    delete node.properties.style;
    if (kind !== undefined && kind !== "foreground") {
      node.properties.class = kind.replace("token-", "t-");
    }
  },
};

function strip(node) {
  delete node.properties.style;
}
