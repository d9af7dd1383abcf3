import { deliveryFrameworks } from './delivery-frameworks.ts'
import { calc } from './pack-cells.ts'
import { tableRows } from './pack-rows.ts'
import type { PackWorkbook, Sheet } from './pack-types.ts'

type Rule = 'at least' | 'at most' | 'below'

/** What was measured, in the order of the framework's nine; `outOf` where the result is a share. */
const measured: readonly {
  readonly rule: Rule
  readonly unit: string
  readonly value: number
  readonly outOf: number | null
  readonly source: string
  readonly shows: readonly [number, string] | readonly []
  /** Months one to five; the sixth is the result. */
  readonly history: readonly number[]
}[] = [
  {
    rule: 'at least',
    unit: '%',
    value: 19,
    outOf: 20,
    source: 'Plan: milestones with status Done on their day',
    shows: [95, 'Met'],
    history: [90, 90, 91.7, 92.3, 93.8],
  },
  {
    rule: 'at most',
    unit: '% off',
    value: 5900,
    outOf: 127500,
    source: 'Hours × rate beside the signed price and change requests',
    shows: [4.6, 'Met'],
    history: [4.6, 4.6, 4.6, 4.6, 4.6],
  },
  {
    rule: 'at least',
    unit: 'of 5',
    value: 4.4,
    outOf: null,
    source: 'Five questions to 12 people, average',
    shows: [4.4, 'Close'],
    history: [4.1, 4.2, 4.2, 4.3, 4.3],
  },
  {
    rule: 'at least',
    unit: '%',
    value: 34,
    outOf: 42,
    source: 'Sign-in report, people with three or more days in the week',
    shows: [81, 'Close'],
    history: [57.1, 64.3, 69, 73.8, 78.6],
  },
  {
    rule: 'below',
    unit: 'tickets',
    value: 12,
    outOf: null,
    source: 'Ticket system, without questions answered in training',
    shows: [12, 'Missed'],
    history: [41, 28, 22, 17, 15],
  },
  {
    rule: 'at least',
    unit: 'of 10',
    value: 9,
    outOf: null,
    source: 'One question to the sponsor at the review',
    shows: [9, 'Met'],
    history: [7, 7, 8, 8, 9],
  },
  {
    rule: 'at least',
    unit: '%',
    value: 11,
    outOf: 32,
    source: 'Minutes saved per order, ten orders timed, before and now',
    shows: [34.4, 'Met'],
    history: [9.4, 15.6, 21.9, 28.1, 31.3],
  },
  {
    rule: 'at least',
    unit: '%',
    value: 16300,
    outOf: 96000,
    source: 'Monthly cost of processes in scope: saving, and cost before',
    shows: [17, 'Missed'],
    history: [0, 4.1, 8.2, 12.4, 15.5],
  },
  {
    rule: 'at most',
    unit: 'months',
    value: 6.4,
    outOf: null,
    source: 'Project cost 158,000 ÷ (saving 16,300 + extra margin 8,400) a month',
    shows: [6.4, 'Close'],
    history: [9.8, 8.9, 8.1, 7.3, 6.8],
  },
]

/** '4.5+/5' is 4.5 and 'within 5%' is 5: the sheet cannot drift from the words of the site. */
const figureOf = (target: string) => Number(/[\d.]+/.exec(target)?.[0])

const kpis = deliveryFrameworks.kpiGroups.flatMap(({ title, kpis: list }) =>
  list.map((kpi) => ({ group: title, ...kpi })),
)

const monthIntro = [
  'Fill in Measured, and Out of where the result is a share. Close means within 10% of the target.',
  'The example is Tidewell Supply (invented), sixth month after go-live.',
]
const { first, last } = tableRows(monthIntro, kpis.length)

const month: Sheet = {
  name: 'Month',
  intro: monthIntro,
  columns: [
    { title: 'Group', width: 18, kind: 'text' },
    { title: 'KPI', width: 25, kind: 'text' },
    { title: 'Target in words', width: 21, kind: 'text' },
    { title: 'Rule', width: 12, kind: 'text' },
    { title: 'Target', width: 9, kind: 'number', input: true },
    { title: 'Unit', width: 11, kind: 'text' },
    { title: 'Measured', width: 12, kind: 'number', input: true },
    { title: 'Out of', width: 12, kind: 'number', input: true },
    { title: 'Result', width: 10, kind: 'number' },
    { title: 'Status', width: 10, kind: 'text' },
    { title: 'What is measured', width: 41, kind: 'text' },
    { title: 'Where the figure comes from', width: 76, kind: 'text', input: true },
  ],
  rows: kpis.map(({ group, name, target, measure }, index) => {
    const entry = measured[index]
    return [
      group,
      name,
      target,
      entry?.rule ?? null,
      figureOf(target),
      entry?.unit ?? null,
      entry?.value ?? null,
      entry?.outOf ?? null,
      calc('IF(H{row}="",G{row},ROUND(G{row}/H{row}*100,1))', entry?.shows[0] ?? 0),
      calc(
        'IF(D{row}="at least",IF(I{row}>=E{row},"Met",IF(I{row}>=E{row}*0.9,"Close","Missed")),IF(OR(I{row}<E{row},AND(D{row}="at most",I{row}=E{row})),"Met",IF(I{row}<=E{row}*1.1,"Close","Missed")))',
        entry?.shows[1] ?? '',
      ),
      measure,
      entry?.source ?? null,
    ]
  }),
  totals: [
    [
      null,
      'Met',
      null,
      null,
      null,
      null,
      null,
      null,
      calc(`COUNTIF(J${first}:J${last},"Met")`, 4),
      calc(`"of "&COUNTA(J${first}:J${last})`, 'of 9'),
    ],
  ],
}

/** Month six, the change since month one, and whether it goes the right way. */
const directions: readonly (readonly [number, number, string])[] = [
  [95, 5, 'Better'],
  [4.6, 0, 'Same'],
  [4.4, 0.3, 'Better'],
  [81, 23.9, 'Better'],
  [12, -29, 'Better'],
  [9, 2, 'Better'],
  [34.4, 25, 'Better'],
  [17, 17, 'Better'],
  [6.4, -3.4, 'Better'],
]

const trendIntro = ['Copy each month’s results over. Better means nearer to the target, up or down.']

const trend: Sheet = {
  name: 'Six months',
  intro: trendIntro,
  columns: [
    { title: 'KPI', width: 25, kind: 'text' },
    ...[1, 2, 3, 4, 5].map((number) => ({
      title: `Month ${number}`,
      width: 10,
      kind: 'number' as const,
      input: true as const,
    })),
    { title: 'Month 6', width: 10, kind: 'number' },
    { title: 'Change', width: 10, kind: 'number' },
    { title: 'Direction', width: 11, kind: 'text' },
  ],
  rows: kpis.map(({ name }, index) => {
    const entry = measured[index]
    return [
      name,
      ...[0, 1, 2, 3, 4].map((at) => entry?.history[at] ?? null),
      calc(`Month!I${first + index}`, directions[index]?.[0] ?? 0),
      calc('ROUND(G{row}-B{row},1)', directions[index]?.[1] ?? 0),
      calc(
        `IF(H{row}=0,"Same",IF((H{row}>0)=(Month!D${first + index}="at least"),"Better","Worse"))`,
        directions[index]?.[2] ?? '',
      ),
    ]
  }),
}

export const kpiSheet: PackWorkbook = { file: 'kpi-sheet', title: 'KPI sheet', sheets: [month, trend] }
