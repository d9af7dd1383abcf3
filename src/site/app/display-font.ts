import archivo from '#ui/font/archivo.woff2?url'

let font: FontFace | null = null

/**
 * Loads the display font after the page is ready. Until then, a fallback font with adjusted metrics breaks lines at
 * nearly the same places. Text that would wrap differently is narrowed or keeps its height, so that nothing moves. If
 * text would still move, the font is applied at the next view change.
 */
export async function loadDisplayFont(): Promise<void> {
  const face = new FontFace('Archivo', `url(${archivo}) format('woff2')`, {
    weight: '400 750',
    stretch: '75% 100%',
  })
  try {
    font = await face.load()
  } catch {
    return // The fallback font remains in use.
  }
  const before = visibleBoxes()
  document.fonts.add(font)
  const fitted = before.filter(restoreHeight).map(([element]) => element)
  const letGo = () => {
    for (const { style } of fitted) style.fontStretch = style.minHeight = ''
  }
  // At another width the lines wrap differently, so the adjustments no longer fit.
  addEventListener('resize', letGo, { once: true })
  if (!before.some(hasMoved)) return
  document.fonts.delete(font)
  letGo()
}

/** Applies the font during a view change, when everything moves anyway. */
export function applyDisplayFont(): void {
  if (font) document.fonts.add(font)
}

type ElementBox = [element: HTMLElement, top: number, height: number]

/** Returns all visible elements with their positions and heights, parents before children. */
function visibleBoxes(): ElementBox[] {
  return [...document.querySelectorAll<HTMLElement>('#root :is(h1, h2, h3, p, a, button, dt, dd, li, span, svg)')]
    .map((element): ElementBox => {
      const { top, height } = element.getBoundingClientRect()
      return [element, top, height]
    })
    .filter(([, top, height]) => top + height > 0 && top < innerHeight)
}

/** Restores an element's height; returns true if its height had changed. */
function restoreHeight([element, , height]: ElementBox): boolean {
  const grows = () => element.getBoundingClientRect().height - height
  const { style } = element
  if (Math.abs(grows()) < 1) return false
  // The font's narrowest width is 75%.
  for (let stretch = 94; grows() >= 1 && stretch > 75; stretch -= 3) style.fontStretch = `${stretch}%`
  if (grows() <= -1) style.minHeight = `${height}px`
  return true
}

/** Browsers count a move of three pixels or more as a layout shift. */
const hasMoved = ([element, top]: ElementBox) => Math.abs(element.getBoundingClientRect().top - top) >= 3
