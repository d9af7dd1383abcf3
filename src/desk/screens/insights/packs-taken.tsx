import { type Column, DataTable } from '#desk/features/charts/data-table.tsx'
import { share } from '#desk/features/charts/numbers.ts'
import { counted } from '#desk/lib/counted.ts'
import type { Insights } from '#shared/contract/insights.ts'
import { conversion } from './conversion.ts'
import { isRest, packName } from './names.ts'
import { Section } from './section.tsx'

type Pack = Insights['packs'][number]

const columns: Column<Pack>[] = [
  { key: 'pack', label: 'Pack', read: ({ pack }) => packName(pack) },
  { key: 'downloads', label: 'Taken', read: ({ downloads }) => downloads, bar: 'ink' },
  ...conversion,
]

/** Which packs are taken, and whether who takes one books. */
export function PacksTaken({ packs }: { packs: Insights['packs'] }) {
  const [top] = packs
  const all = packs.reduce((sum, { downloads }) => sum + downloads, 0)
  return (
    <Section
      title="Which pack leads to a call?"
      layout="beside"
      says={
        top && top.downloads > 0
          ? `${packName(top.pack)} is taken most: ${counted(top.downloads, 'time')}, ${share(top.downloads, all)} of all.`
          : undefined
      }
      note="Taken: what our server sent, to those too who are not tracked. Visits and bookings: tracked visits that took the pack."
    >
      <DataTable
        caption="Which pack leads to a call?"
        columns={columns}
        rows={packs}
        order={{ key: 'downloads', isDown: true }}
        keyOf={({ pack }) => pack}
        isRest={({ pack }) => isRest(pack)}
        empty="No pack was taken in these days."
      />
    </Section>
  )
}
