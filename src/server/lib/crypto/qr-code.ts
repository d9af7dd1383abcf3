import { renderSVG } from 'uqr'

/**
 * Raw SVG with a white background and a quiet zone of four modules, as ISO/IEC 18004 demands, so that a camera reads it
 * on a dark page too. Colours are names: the client appends the text to `data:image/svg+xml;utf-8,` as it is, where a
 * `#` would end it.
 */
export function qrCodeSvg(text: string): string {
  return renderSVG(text, { ecc: 'M', border: 4, pixelSize: 4, whiteColor: 'white', blackColor: 'black' })
}
