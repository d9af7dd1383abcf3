import { type Column, DataTable } from '#desk/features/charts/data-table.tsx'
import { shortDay } from '#desk/lib/times.ts'
import { counted, money } from '#desk/lib/words.ts'
import type { Insights } from '#shared/contract/insights.ts'
import { campaignName, sourceName } from './names.ts'
import { Section } from './section.tsx'

const tables = [
  { kind: 'source', heading: 'Source', nameOf: sourceName },
  { kind: 'campaign', heading: 'Campaign', nameOf: campaignName },
  { kind: 'week', heading: 'Week from', nameOf: (monday: string) => shortDay(new Date(monday), 'UTC') },
] as const

/** What comes of calls: held, won and their value, by where they came from and week by week. */
export function CallOutcomes({ outcomes, currency }: Pick<Insights, 'outcomes' | 'currency'>) {
  const columns: Column<Insights['outcomes'][number]>[] = [
    { key: 'held', label: 'Held', read: ({ held }) => held, bar: 'ink' },
    { key: 'won', label: 'Won', read: ({ won }) => won },
    {
      key: 'value',
      label: 'Value',
      read: ({ value }) => value,
      write: ({ value }) => money(value, currency),
    },
  ]
  const rowsOf = (wanted: string) => outcomes.filter(({ kind }) => kind === wanted)
  const sum = (key: 'held' | 'won' | 'value') => rowsOf('week').reduce((all, week) => all + week[key], 0)
  return (
    <Section
      title="What comes of the calls?"
      layout="beside"
      says={`${counted(sum('held'), 'call was', 'calls were')} held and ${sum('won')} won, worth ${money(sum('value'), currency)}.`}
      note="By the day of the call. The value is that of the calls that were won, as the team wrote it down."
    >
      {tables.map(({ kind, heading, nameOf }) => (
        <DataTable
          key={kind}
          caption={`What comes of the calls: ${heading}`}
          columns={[
            { key: 'name', label: heading, read: ({ name }) => name, write: ({ name }) => nameOf(name) },
            ...columns,
          ]}
          rows={rowsOf(kind)}
          order={{ key: kind === 'week' ? 'name' : 'held', isDown: true }}
          keyOf={({ name }) => name}
          most={8}
          empty={`${heading}: none in these days.`}
        />
      ))}
    </Section>
  )
}
