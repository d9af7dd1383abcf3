/** How a measure of the site's speed is judged. */
export type Verdict = 'good' | 'needs work' | 'poor'

export interface VitalLimits {
  title: string
  /** What is measured, in words. */
  says: string
  unit: 'ms' | 'score'
  /** Good up to here. */
  good: number
  /** Poor from above here. */
  poor: number
}

/**
 * The thresholds of the Core Web Vitals and of the two measures that explain them, longest known first.
 * @see https://web.dev/articles/defining-core-web-vitals-thresholds
 */
export const vitalLimits: Readonly<Record<string, VitalLimits>> = {
  LCP: {
    title: 'Largest contentful paint',
    says: 'until the main thing is seen',
    unit: 'ms',
    good: 2500,
    poor: 4000,
  },
  INP: {
    title: 'Interaction to next paint',
    says: 'from a press to its answer',
    unit: 'ms',
    good: 200,
    poor: 500,
  },
  CLS: {
    title: 'Cumulative layout shift',
    says: 'how much moves by itself',
    unit: 'score',
    good: 0.1,
    poor: 0.25,
  },
  FCP: {
    title: 'First contentful paint',
    says: 'until anything is seen',
    unit: 'ms',
    good: 1800,
    poor: 3000,
  },
  TTFB: { title: 'Time to first byte', says: 'until the server answers', unit: 'ms', good: 800, poor: 1800 },
}

export function verdictOf(value: number, { good, poor }: VitalLimits): Verdict {
  if (value <= good) return 'good'
  return value <= poor ? 'needs work' : 'poor'
}

/** 180 ms, 2.31 s, 0.104: as fine as a threshold may turn on it. */
export function measureInWords(value: number, unit: VitalLimits['unit']): string {
  if (unit === 'score') return String(Number(value.toFixed(3)))
  return value < 1000 ? `${Math.round(value)} ms` : `${Number((value / 1000).toFixed(2))} s`
}
