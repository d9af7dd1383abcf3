export interface NumberBounds {
  readonly least: number
  readonly most: number
  /** The field may be left empty. */
  readonly optional?: true
}

export type TypedNumber =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'missing' | 'unreadable' | 'low' | 'high' }

/** Signs around a number, which the field's label makes redundant. */
const around = /^(?:US|NZ|A)?[$€£R]\s*|\s*(?:[$€£%x×h]|hours?)$/gi
/** Groups of three digits, separated by commas, spaces or apostrophes. */
const grouped = /^-?\d{1,3}(?:[, '’]\d{3})+(?:\.\d+)?$/
/** A comma may be the decimal sign, as in South Africa; before three digits it separates groups. */
const plain = /^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/

/** Parses a number as people type it: `1,200`, `1 200`, `$60`, `12,5`, `25 %`. Never NaN, never infinite. */
export function readNumber(text: string, { least, most, optional }: NumberBounds): TypedNumber {
  const bare = text.replace(/\s+/g, ' ').trim()
  if (bare === '') return { kind: optional ? 'empty' : 'missing' }
  const digits = bare.replace('−', '-').replace(around, '').replace(/^-\s+/, '-')
  const value = inDigits(digits)
  if (value === null) return { kind: 'unreadable' }
  if (value < least) return { kind: 'low' }
  if (value > most) return { kind: 'high' }
  return { kind: 'number', value }
}

function inDigits(digits: string): number | null {
  if (grouped.test(digits)) return Number(digits.replace(/[, '’]/g, ''))
  return plain.test(digits) ? Number(digits.replace(',', '.')) : null
}
