/** How the built-in pages look. */
export interface Theme {
  /** Light or dark. Default `auto`: what the visitor's system says. */
  colorScheme?: "auto" | "dark" | "light" | undefined;
  /** A picture above the title: a path of this site, or an https URL. Default: none. */
  logo?: string | undefined;
  /** Colour of links and of the main button: any CSS colour. Default: a blue. */
  brandColor?: string | undefined;
  /** Colour of the text on the main button: any CSS colour. Default: white, and nearly black in the dark. */
  buttonText?: string | undefined;
}
