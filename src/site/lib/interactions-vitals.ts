import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import type { InteractionData } from '#shared/contract/interaction-data.ts'

/** Reports the visit's Core Web Vitals; the browser also has those from before this call. */
export function watchVitals(say: (data: InteractionData['engagement']) => void): void {
  const report = ({ name, value, rating }: Metric) => {
    const rounded = name === 'CLS' ? Math.round(value * 1e4) / 1e4 : Math.round(value)
    say({ action: 'web_vital', name, value: rounded, rating })
  }
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(report)
}
