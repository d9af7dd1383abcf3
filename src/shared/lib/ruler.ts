/** Step sizes that are easy to read. */
const steps = [1, 2, 2.5, 5, 10]

/** Three to six round marks from 0 up to at least `most`. */
export function hourTicks(most: number): number[] {
  const rough = Math.max(most, 0.1) / 5
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = (steps.find((one) => one * size >= rough - 1e-9) ?? 10) * size
  const count = Math.max(1, Math.ceil(most / step - 1e-9))
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(6)))
}
