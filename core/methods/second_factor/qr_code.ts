/** A QR code as the path of an SVG image whose units are the modules. */
export interface QrCode {
  /** Modules in each direction, quiet zone included. */
  readonly size: number;
  /** The dark modules, as lines of width 1. */
  readonly path: string;
}

/** Modules around the code (ISO/IEC 18004 asks for four). */
const QUIET = 4;

/** Draws a QR code. */
export async function drawQrCode(text: string): Promise<QrCode> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const rows = data.map((row, y) => drawRow(row, y));
  return { size, path: rows.join("") };
}

/** Draws each run of dark modules of a row as one line: half as long as rectangles. */
function drawRow(row: readonly boolean[], y: number): string {
  let path = "";
  let end = 0;
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    path += path === "" ? `M${start} ${y}.5` : `m${start - end} 0`;
    end = x + 1;
    path += `h${end - start}`;
  }
  return path;
}

/** Draws a QR code as an SVG element, dark on white. */
export async function renderQrCode(text: string): Promise<string> {
  const { size, path } = await drawQrCode(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path stroke="#000" d="${path}"/></svg>`;
}
