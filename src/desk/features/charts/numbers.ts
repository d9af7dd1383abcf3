/** Numbers are formatted like the desk's dates, in its own language. */
const language = 'en-GB'
const whole = new Intl.NumberFormat(language)
const fine = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
const even = new Intl.NumberFormat(language, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const round = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })

/** The sign for a missing share, where the total is zero. */
export const noNumber = '–'

/** 12,345 */
export const count = (value: number): string => whole.format(value)

/** 6.2%, 94%; a dash if the total is zero. Shares below a tenth keep a decimal, where it matters. */
export function share(part: number, of: number): string {
  return of === 0 ? noNumber : percent(part / of)
}

function percent(value: number): string {
  return (Math.abs(value) < 0.0995 ? fine : round).format(value)
}

/** 0.8%, 11.0%: the same precision in each row of a column; a dash if the total is zero. */
export const rate = (part: number, of: number): string => (of === 0 ? noNumber : even.format(part / of))

/** +12%, −0.4%, 0%; with a true minus, as wide as the plus. */
export function signedPercent(value: number): string {
  const text = percent(Math.abs(value))
  return /[1-9]/.test(text) ? (value > 0 ? '+' : '−') + text : '0%'
}
