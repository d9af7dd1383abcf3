import { says } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './day-bar.states.tsx'

seeStates<typeof states>('ui/day-bar', {
  day: [says('24 UTC')],
  'over-midnight': [says('24 UTC')],
  'all-day': [says('24 UTC')],
  'before-the-page-runs': [says('24 UTC')],
})
