/** Appearance of the built-in pages. */
export interface Theme {
  /** Light or dark colours. Default `auto`: the visitor's system setting. */
  colorScheme?: "auto" | "dark" | "light" | undefined;
  /** Image above the title: a path of this site, or an https URL. Default: none. */
  logo?: string | undefined;
  /** Colour of links and of the main button: any CSS colour. Default: a blue. */
  brandColor?: string | undefined;
  /** Colour of the text on the main button: any CSS colour. Default: white, or nearly black in the dark scheme. */
  buttonText?: string | undefined;
}
