import type { ReactNode } from 'react'
import css from './chip.module.css'

/** The urgency of a state: `signal` needs action, `alert` warns, `ink` is a success, `quiet` is over. */
export type Tone = 'signal' | 'alert' | 'ink' | 'plain' | 'quiet'

export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${css.chip} ${css[tone]}`}>{children}</span>
}
