import { claims } from './claims.ts'

/** The low bar on phones, beside its button. */
export const callBar = {
  /** Heard by screen readers only. */
  name: 'Strategy call',
  offer: `Free, ${claims.callLength}`,
} as const
