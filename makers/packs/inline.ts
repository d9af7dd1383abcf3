/** A stretch of text in one weight. */
export interface Run {
  readonly text: string
  readonly strong: boolean
}

/** Splits a text at its `**bold**` marks. */
export function runsOf(text: string): Run[] {
  const parts = text.split('**')
  if (parts.length % 2 === 0) throw new Error(`a bold mark without its second half in "${text}"`)
  return parts.map((part, index) => ({ text: part, strong: index % 2 === 1 })).filter((run) => run.text)
}

export const plainText = (text: string): string => text.replaceAll('**', '')

/** Placeholders are written in square brackets, such as `[Client name]`: what the reader replaces. */
export function splitPlaceholders(text: string): { text: string; placeholder: boolean }[] {
  return text
    .split(/(\[[^\][\n]{1,120}\])/)
    .map((part, index) => ({ text: part, placeholder: index % 2 === 1 }))
    .filter((part) => part.text)
}
