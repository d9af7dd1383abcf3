/** The value at the given quantile; NaN of an empty list. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

export const whole = (value: number) => Math.round(value).toLocaleString('en')

const milliseconds = (values: readonly number[], part: number) => quantile(values, part).toFixed(1)

export const verdict = (reached: boolean) => (reached ? 'pass' : 'FAIL')

export const spread = (times: readonly number[]) =>
  `p50 ${milliseconds(times, 0.5)}, p99 ${milliseconds(times, 0.99)}, worst ${milliseconds(times, 1)} ms`
