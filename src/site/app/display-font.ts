import archivo from '#ui/font/archivo.woff2?url'

let font: FontFace | null = null

/**
 * Loads the display font after the page is ready. Until then a fallback font with adjusted metrics gives the same
 * line breaks. At a few viewport widths a line would still break elsewhere; there the font waits for the next change
 * of view, so that nothing shifts while somebody reads.
 */
export async function loadDisplayFont(): Promise<void> {
  const face = new FontFace('Archivo', `url(${archivo}) format('woff2')`, {
    weight: '400 750',
    stretch: '75% 100%',
  })
  try {
    font = await face.load()
  } catch {
    return // The fallback font stays.
  }
  const before = placesInSight()
  document.fonts.add(font)
  if (before.some(hasMoved)) document.fonts.delete(font)
}

/** Applies the font when the whole view changes anyway. */
export function wearDisplayFont(): void {
  if (font) document.fonts.add(font)
}

/** All visible elements, and their vertical positions. */
function placesInSight(): [Element, number][] {
  return [...document.querySelectorAll('#root :is(h1, h2, h3, p, a, button, dd, svg)')]
    .map((element): [Element, number] => [element, topOf(element)])
    .filter(([, top]) => top > 0 && top < innerHeight)
}

const topOf = (element: Element) => element.getBoundingClientRect().top

/** Browsers count a move of three pixels or more as a layout shift. */
const hasMoved = ([element, top]: [Element, number]) => Math.abs(topOf(element) - top) >= 3
