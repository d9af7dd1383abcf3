const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty']

/** A count in words, up to twelve, and the tens up to sixty. */
export const countInWords = (count: number): string =>
  words[count] ?? (count % 10 === 0 ? tens[count / 10] : undefined) ?? String(count)

/** A count in words, for the beginning of a sentence. */
export const countAtStart = (count: number): string => {
  const word = countInWords(count)
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Formats a number in the site's locale, so that the prerendered page and every browser agree. */
export const formatNumber = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 })

const unitHours: Record<string, number> = { h: 1, d: 24, w: 168, mo: 730 }

/** The first and the last number of hours in a text such as "1–12 hours" or "2 wk"; null if there is none. */
export function hoursIn(text: string): readonly [from: number, to: number] | null {
  const [, from, to = from, unit = ''] = /(\d+)(?:(?:–|-| to )(\d+))?[ -]?(h|d|w|mo)/i.exec(text) ?? []
  const hours = unitHours[unit.toLowerCase()]
  return hours ? [Number(from) * hours, Number(to) * hours] : null
}

/** The hours between two repetitions, for a text such as "Weekly"; null for other texts. */
export const intervalIn = (text: string): number | null =>
  unitHours[/^(h|d|w|mo)\w*ly/i.exec(text)?.[1]?.toLowerCase() ?? ''] ?? null
