import { count, signedPercent } from '#desk/features/charts/chart-labels.ts'

/** How a figure compares with the same of the time before. */
export interface Change {
  /** '+12%'; null where a share would say nothing. */
  sign: string | null
  /** '462 more than before' */
  words: string
}

/** `many` is what is counted: 'visits'. Few or many, more or less; whether that is good, the reader knows best. */
export function changeOf(now: number, before: number, many: string): Change {
  if (before === 0) {
    return { sign: null, words: now === 0 ? 'none before either' : `no ${many} in the time before` }
  }
  if (now === before) return { sign: '±0', words: `as many as before` }
  const difference = Math.abs(now - before)
  const words = `${count(difference)} ${now > before ? 'more' : 'fewer'} than before`
  return { sign: signedPercent((now - before) / before), words }
}
