/** What people typed, made fit to stand in a letter. Nothing here escapes: React and the libraries do that. */

/** Marks that turn the direction of writing, or cannot be seen: they make text look like other text. */
const unseen = /[\p{Bidi_Control}\u00ad\u200b\u2060-\u2064\ufeff\ufff9-\ufffb]/gu

/** Whatever any program takes for the end of a line. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** One line, at most so many characters long. */
export function oneLine(text: string, most = 200): string {
  const line = text
    .toWellFormed()
    .replace(unseen, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length <= most
    ? line
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

export const linesOf = (text: string): string[] =>
  text
    .toWellFormed()
    .replace(unseen, '')
    .split(lineBreak)
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trimEnd())

/**
 * The name to greet somebody by, or null. Anybody may ask for a call in somebody else's name, so a letter repeats only
 * what looks like a name: no sentence of many words, nothing that a mail program would turn into a link.
 */
export function nameOf(text: string): string | null {
  const name = text.trim()
  const looksLikeOne = /^\p{L}(?:[\p{L}\p{M} '’-]|\.(?!\p{L}))*$/u.test(name)
  return looksLikeOne && name.length <= 60 && name.split(' ').length <= 6 ? name : null
}

/** A telephone number to repeat, or null: digits and what people set between them, and nothing that can be read as words. */
export function numberOf(text: string): string | null {
  const number = oneLine(text, 60)
  return /^\+?[\d ()-]{5,30}$/.test(number) && (number.match(/\d/g)?.length ?? 0) >= 5 ? number : null
}

/** A link to lead to, as a host gave it. */
export const isHttps = (text: string): boolean => /^https:\/\/[^\s<>"\p{Cc}\p{Bidi_Control}]+$/u.test(text)
