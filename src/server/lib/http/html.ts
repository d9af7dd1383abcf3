const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text made safe for element content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** Markup, as opposed to text: only this module makes it, so all of it has been escaped. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
  toString(): string {
    return this.markup
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[]

function toMarkup(part: Part): string {
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(toMarkup).join('')
  if (part === false || part === null || part === undefined) return ''
  return escapeHtml(String(part))
}

/** Markup with every value escaped unless it is markup already; lists are joined, nothing is left out silently. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((markup, string, index) => markup + toMarkup(parts[index - 1]) + string))
}
