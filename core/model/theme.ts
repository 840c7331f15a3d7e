/**
 * Name, look and links of the built-in pages and mails.
 */
export interface Theme {
  /** Name of the application, in titles and mails: at most 100 characters. Default: the host name. */
  name?: string | undefined;
  /**
   * Image beside the name: a path of this site, or an https URL; one for both
   * colour schemes, or `light` and `dark`. Default: a tile with the first
   * letter of the name.
   */
  logo?:
    | string
    | { readonly light: string; readonly dark: string }
    | undefined;
  /**
   * Colour of the main button, the tile and the focus ring: a CSS name, hex or
   * `rgb()`.
   * Where it would be hard to see, the dark scheme takes a lighter colour, and
   * the focus ring takes the colour of the text. Default: the blue `#1e5eff`.
   */
  brandColor?: string | undefined;
  /**
   * Colour of the text on the main button, in the notations of `brandColor`.
   * One with a contrast below 4.5 is replaced, and the log has a warning.
   * Default: white, or nearly black where white would be hard to read.
   */
  buttonText?: string | undefined;
  /** Light or dark colours. Default `auto`: the visitor's system setting. */
  colorScheme?: "auto" | "dark" | "light" | undefined;
  /** Radius of the corners of buttons and fields: pixels from 0 to 32, or a CSS length in px or rem. Default 10. */
  radius?: number | string | undefined;
  /**
   * CSS rules of your own, which come after the built-in ones; at most 20,000
   * characters. They cannot load anything from other sites. Default: none.
   */
  css?: string | undefined;
  /** Links below the page, `terms`, `privacy` and `help`: paths of this site, or https or mailto URLs. Default: none. */
  links?:
    | {
      readonly terms?: string | undefined;
      readonly privacy?: string | undefined;
      readonly help?: string | undefined;
    }
    | undefined;
}
