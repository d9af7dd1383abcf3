import type { ReactNode } from 'react'
import css from './chip.module.css'

/**
 * The urgency of a state: `signal` if action is needed, `alert` for a warning, `ink` for a success, `quiet` for
 * something that has ended.
 */
export type Tone = 'signal' | 'alert' | 'ink' | 'plain' | 'quiet'

export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${css.chip} ${css[tone]}`}>{children}</span>
}
