/** Returns the value at the given quantile; NaN for an empty list. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

export const whole = (value: number) => Math.round(value).toLocaleString('en')

export const verdict = (reached: boolean) => (reached ? 'pass' : 'FAIL')

/** Describes the distribution of latencies in milliseconds. */
export function spread(times: readonly number[]): string {
  const at = (part: number) => quantile(times, part).toFixed(1)
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, worst ${at(1)} ms`
}

/** Prints a line of the report. The first line of a part begins with the part's name. */
export const printReportLine = (text: string, part = '') => console.log(part.padEnd(14) + text)

/** Prints one item's result. */
export const printResult = (name: string, text: string) => printReportLine(`${name.padEnd(36)} ${text}`)
