/** Colors are written as `#rrggbb`. The papers and the ink are those of `src/ui/tokens.css`. */
export const papers = {
  light: ['#f7f4ec', '#fdfbf6', '#e8e3d4'],
  dark: ['#1e1b16', '#2b2722', '#090705'],
} as const
export const ink = '#1a1611'
const white = '#ffffff'

/** The minimum contrast of text, by WCAG, and of neighboring areas: the site's backgrounds differ by as much. */
const least = { text: 4.5, area: 1.15 } as const

const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text)

const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast of two colors, from 1 to 21. @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** Returns the color of text on a background: ink or white. */
export const readableOn = (color: string): string => (contrastOf(color, ink) >= contrastOf(color, white) ? ink : white)

const differsFrom = (color: string, others: readonly string[]) =>
  others.every((other) => contrastOf(color, other) >= least.area)

/**
 * Checks a signal color. It fills buttons and marks in both color schemes, so it must be visible on every paper.
 * @returns what is wrong, or null
 */
export function checkSignal(color: string): string | null {
  if (!isColor(color)) return 'Write the color as # and six digits, such as #fbcf0e.'
  if (!differsFrom(color, papers.light))
    return 'This color is too light: marks would be invisible on the light pages. Choose a darker color.'
  if (!differsFrom(color, papers.dark))
    return 'This color is too dark: marks would be invisible on the dark pages. Choose a lighter color.'
  if (contrastOf(color, readableOn(color)) < least.text)
    return 'Text on this color would be hard to read. Choose a slightly lighter or darker color.'
  return null
}

/** Returns a color for thin lines: a light signal color becomes darker, and a dark one lighter. */
export function deepen(signal: string): string {
  const toward = readableOn(signal) === ink ? 0 : 255
  const mixed = channelsOf(signal).map((value) => Math.round(value + (toward - value) * 0.09))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Returns a style rule that replaces the signal color. The rule belongs to no layer, so it overrides the tokens; in a
 * contrast theme, the theme's colors remain. Returns nothing for an invalid color.
 */
export function signalTokens(signal: string): string {
  if (!isColor(signal)) return ''
  const isReadable = papers.dark.every((paper) => contrastOf(signal, paper) >= least.text)
  const tokens = {
    signal,
    'signal-deep': deepen(signal),
    'on-signal': readableOn(signal),
    'signal-text': isReadable ? signal : 'var(--ink)',
  }
  const rules = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`)
  return `@media (forced-colors:none){:root{${rules.join(';')}}}`
}
