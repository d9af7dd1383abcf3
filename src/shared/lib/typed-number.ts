export interface NumberBounds {
  readonly least: number
  readonly most: number
  /** True if the field can be empty. */
  readonly optional?: true
}

export type TypedNumber =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'missing' | 'unreadable' | 'low' | 'high' }
  /** Two numbers are possible: in a locale with a decimal point, `20.000` can be 20 or 20,000. */
  | { readonly kind: 'ambiguous'; readonly values: readonly number[] }

/** Units and currency signs around a number; they repeat the field's label. */
const around = /^(?:US|NZ|A)?[$€£R]\s*|\s*(?:[$€£%x×h]|hours?)$/gi
/**
 * Groups of three digits, or, as in India, groups of two digits before the last group of three; decimals are optional.
 */
const grouped = /^-?[1-9]\d{0,2}([., ])(?:\d{2,3}\1)*\d{3}(?:(?!\1)[.,]\d*)?$/
const plain = /^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/
/** The zeros of Arabic, Persian, Devanagari, Bengali and fullwidth digits. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

/**
 * Parses a number as people type it: `1,200`, `1 200`, `$60`, `12,5`, `25 %`. Never returns NaN or an infinite number.
 * A single separator before three digits is a group separator if the locale, by default the browser's, uses it that
 * way; otherwise both readings are possible.
 */
export function parseTypedNumber(text: string, bounds: NumberBounds, locale?: string): TypedNumber {
  const bare = toAscii(text)
  if (bare === '') return { kind: bounds.optional ? 'empty' : 'missing' }
  const all = parseCandidates(bare.replace(around, '').replace(/^-\s+/, '-'), locale)
  const values = all.filter((value) => value >= bounds.least && value <= bounds.most)
  const [value] = values
  if (values.length > 1) return { kind: 'ambiguous', values }
  if (value !== undefined) return { kind: 'number', value }
  const [first] = all
  if (first === undefined) return { kind: 'unreadable' }
  return { kind: first < bounds.least ? 'low' : 'high' }
}

function parseCandidates(digits: string, locale: string | undefined): number[] {
  const separator = grouped.exec(digits)?.[1]
  const whole = separator && Number(digits.replaceAll(separator, '').replace(',', '.'))
  const decimal = plain.test(digits) ? Number(digits.replace(',', '.')) : undefined
  if (whole && decimal !== undefined) return separator === groupSeparatorOf(locale) ? [whole] : [whole, decimal]
  return [whole || decimal].filter((value) => value !== undefined)
}

function groupSeparatorOf(locale: string | undefined): string | undefined {
  return new Intl.NumberFormat(locale).formatToParts(1e6).find(({ type }) => type === 'group')?.value
}

function toAscii(text: string): string {
  return text
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0
      const zero = zeros.find((first) => code >= first && code < first + 10)
      return zero ? String(code - zero) : digit
    })
    .replace(/[\s'’٬]+/g, ' ')
    .replace('٫', '.')
    .replace('−', '-')
    .trim()
}

/** Formats a number so that every locale reads it the same way: `20 000`, `1.05`. */
export function formatPortableNumber(value: number): string {
  const text = value.toLocaleString('en', { maximumFractionDigits: 3 })
  return text.replace(/\.\d{3}$/, '$&0').replaceAll(',', '\u00a0')
}
