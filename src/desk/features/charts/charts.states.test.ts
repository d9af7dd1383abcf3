import { counts, isolates, offers, says, shows } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import { arabic } from '#ui/drawn-state.ts'
import type { states } from './charts.states.tsx'

seeStates<typeof states>('desk-parts/charts', {
  days: [shows('slider', 'Days')],
  'days-empty': [shows('slider', 'Days')],
  table: [
    shows('table', 'Where visits came from'),
    shows('columnheader', 'Visits'),
    shows('rowheader', 'linkedin'),
  ],
  'table-empty': [says('Nothing so far.')],
  'table-whole': [
    offers('Show 5 only'),
    counts('rowheader', /^campaign-/, 30),
    shows('region', 'Where visits came from'),
  ],
  'table-long-words': [shows('rowheader', /^Donaudampf/)],
  'table-right-to-left': [isolates(arabic)],
  'shown-as-table': [shows('table', 'Where visits came from'), shows('button', 'Show as table')],
  rulers: [says('24 h')],
  minutes: [shows('slider', 'Minutes')],
})
