import { renderSVG } from 'uqr'

/**
 * Raw SVG text. Four modules of white around it, as ISO/IEC 18004 asks for, and a ground of its own, so that a camera
 * finds it on a dark page too. Colours are names: the client puts the text behind `data:image/svg+xml;utf-8,` as it is,
 * where a `#` would end it.
 */
export function qrCodeSvg(text: string): string {
  return renderSVG(text, { ecc: 'M', border: 4, pixelSize: 4, whiteColor: 'white', blackColor: 'black' })
}
