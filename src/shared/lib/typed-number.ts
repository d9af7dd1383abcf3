/** What a person may write into a field for one number. */
export interface NumberBounds {
  readonly least: number
  readonly most: number
  /** May be left empty. */
  readonly optional?: true
}

export type TypedNumber =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'missing' | 'unreadable' | 'low' | 'high' }

/** Signs people write around a number; they say nothing that the field's label does not. */
const around = /^(?:US|NZ|A)?[$€£R]\s*|\s*(?:[$€£%x×h]|hours?)$/gi
/** Groups of three between commas, spaces or apostrophes. */
const grouped = /^-?\d{1,3}(?:[, '’]\d{3})+(?:\.\d+)?$/
/** A comma may be the decimal sign, as it is in South Africa; before three digits it groups them. */
const plain = /^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/

/** Reads a number as people type it: `1,200`, `1 200`, `$60`, `12,5`, `25 %`. Never NaN, never infinite. */
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
