import { arabic, type DrawnStates, unbreakable } from '#ui/drawn-state.ts'
import { HourRuler, MinuteBars, ShareBar } from './bars.tsx'
import { ChartFigure } from './chart-figure.tsx'
import { dayTicks } from './chart-labels.ts'
import { DataTable } from './data-table.tsx'
import { TimeChart } from './time-chart.tsx'

const days = Array.from({ length: 28 }, (_, index) =>
  new Date(Date.UTC(2026, 9, 28 + index)).toISOString().slice(0, 10),
)
const wave = (most: number) => days.map((_, index) => Math.round(most * (1 + Math.sin(index / 2))))
const firm = days.map(() => false)

const chart = (most: number) => () => (
  <TimeChart
    label="Days"
    places={days}
    whole="28 days"
    series={[
      { name: 'Visits', values: wave(most), look: 'main', loose: days.map((_, index) => index === 27) },
      { name: 'Before', values: wave(most * 0.7), look: 'thin', loose: firm },
      { name: 'Bookings', values: wave(most / 20), look: 'marks', loose: firm },
    ]}
    ticks={(width) => dayTicks(days, width)}
  />
)

const table = (names: readonly string[]) => () => (
  <DataTable
    caption="Where visits came from"
    columns={[
      { key: 'name', label: 'From', read: ({ name }: { name: string; visits: number }) => name },
      { key: 'visits', label: 'Visits', read: ({ visits }) => visits, bar: 'signal' },
      {
        key: 'share',
        label: 'Share',
        read: ({ visits }) => visits,
        write: ({ visits }) => `${visits / 10}%`,
      },
      { key: 'calls', label: 'Calls', read: () => null },
    ]}
    rows={names.map((name, index) => ({ name, visits: 400 - index * 3 }))}
    keyOf={({ name }) => name}
    order={{ key: 'visits', isDown: true }}
    most={5}
    empty="Nothing so far."
  />
)
const many = Array.from({ length: 30 }, (_, index) => `campaign-${index}`)

export const states = {
  days: { draw: chart(40) },
  'days-empty': { draw: chart(0) },
  table: { draw: table(['linkedin', 'direct', 'partner-newsletter']) },
  'table-empty': { draw: table([]) },
  'table-whole': { draw: table(many), steps: [['press', 'Show all 30']] },
  'table-long-words': { draw: table([unbreakable, 'direct']) },
  'table-right-to-left': { draw: table([arabic, 'direct']) },
  'shown-as-table': {
    draw: () => (
      <ChartFigure caption="Visits by day." table={table(['linkedin'])()}>
        {chart(40)()}
      </ChartFigure>
    ),
    steps: [['press', 'Show as table']],
  },
  rulers: {
    draw: () => (
      <>
        <HourRuler value={4.5} before={7} promise={24} />
        <HourRuler value={61} before={20} promise={24} />
        <HourRuler value={null} before={null} promise={24} />
        <ShareBar share={0.4} before={0.5} />
        <ShareBar share={null} before={null} isHatched />
      </>
    ),
  },
  minutes: {
    draw: () => (
      <MinuteBars
        label="Minutes"
        values={Array.from({ length: 30 }, (_, index) => index % 5)}
        say={(index) => `${30 - index} minutes ago: ${index % 5} visits`}
        from="30 minutes ago"
        until="now"
      />
    ),
  },
} satisfies DrawnStates
