import archivo from '#ui/font/archivo.woff2?url'

/**
 * Fetches the display font once the page stands. Until then its stand-in, cut to the same widths, shows
 * the same lines, so nothing moves when the font arrives and the first paint never waits for it.
 */
export function loadDisplayFont(): void {
  const font = new FontFace('Archivo', `url(${archivo}) format('woff2')`, {
    weight: '400 750',
    stretch: '75% 100%',
  })
  font.load().then(
    (loaded) => document.fonts.add(loaded),
    () => {}, // The stand-in stays.
  )
}
