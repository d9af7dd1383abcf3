import archivo from '#ui/font/archivo.woff2?url'

let font: FontFace | null = null

/**
 * Fetches the display font once the page stands. Until then its stand-in, cut to nearly the same widths, shows
 * the same lines. At a few screen widths a line still breaks elsewhere; there the font waits for the next
 * change of view, so that nothing moves under the reader.
 */
export async function loadDisplayFont(): Promise<void> {
  const face = new FontFace('Archivo', `url(${archivo}) format('woff2')`, {
    weight: '400 750',
    stretch: '75% 100%',
  })
  try {
    font = await face.load()
  } catch {
    return // The stand-in stays.
  }
  const before = placesInSight()
  document.fonts.add(font)
  if (before.some(hasMoved)) document.fonts.delete(font)
}

/** Puts the font on where everything is new anyway. */
export function wearDisplayFont(): void {
  if (font) document.fonts.add(font)
}

/** Everything that can be seen, and how far down it starts. */
function placesInSight(): [Element, number][] {
  return [...document.querySelectorAll('#root :is(h1, h2, h3, p, a, button, dd, svg)')]
    .map((element): [Element, number] => [element, topOf(element)])
    .filter(([, top]) => top > 0 && top < innerHeight)
}

const topOf = (element: Element) => element.getBoundingClientRect().top

/** Three pixels are what browsers count as a shift. */
const hasMoved = ([element, top]: [Element, number]) => Math.abs(topOf(element) - top) >= 3
