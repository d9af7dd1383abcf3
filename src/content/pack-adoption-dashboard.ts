import { people, rolesSheet, surveyRows, surveySheet } from './pack-adoption-sheets.ts'
import { allMarks, completed, matrixSheet, recordSheet } from './pack-adoption-training.ts'
import { calc } from './pack-cells.ts'
import { tableRows } from './pack-rows.ts'
import type { Cell, PackWorkbook, Sheet } from './pack-types.ts'

const weeklyIntro = [
  'Fill in one row every Monday for the week before. Active: people with a sign-in on two days or more.',
  'Sheets in use: old spreadsheets from your list that somebody still opened. Write the first Monday into week 1.',
]

const weeks: readonly (readonly [
  day: string,
  active: number | null,
  tickets: number | null,
  sheets: number | null,
  remark: string | null,
])[] = [
  ['2026-03-09', 13, 21, 9, 'Go-live on Monday; two people on the floor'],
  ['2026-03-16', 11, 14, 8, 'Sales desk went back to the price sheet: prices were missing'],
  ['2026-03-23', 13, 8, 5, 'Prices loaded, price sheet read-only since Tuesday'],
  ['2026-03-30', 14, 5, 4, 'Survey sent on Wednesday'],
  ['2026-04-06', null, null, null, null],
  ['2026-04-13', null, null, null, null],
  ['2026-04-20', null, null, null, null],
  ['2026-04-27', null, null, null, null],
]
const { first, last } = tableRows(weeklyIntro, weeks.length)
const licensed = 16

const weekly: Sheet = {
  name: 'Weekly figures',
  intro: weeklyIntro,
  columns: [
    { title: 'Week', width: 8, kind: 'number' },
    { title: 'Begins', width: 12, kind: 'date', input: true },
    { title: 'Licensed', width: 10, kind: 'number', input: true },
    { title: 'Active', width: 9, kind: 'number', input: true },
    { title: 'Active, %', width: 10, kind: 'percent' },
    { title: 'Tickets', width: 9, kind: 'number', input: true },
    { title: 'Sheets in use', width: 14, kind: 'number', input: true },
    { title: 'What happened', width: 68, kind: 'text', input: true },
  ],
  rows: weeks.map(([day, active, tickets, sheets, remark], at): Cell[] => [
    at + 1,
    at === 0 ? day : calc(`B$${first}+7*(A{row}-1)`, day),
    licensed,
    active,
    calc('IF(OR(D{row}="",C{row}=0),"",D{row}/C{row})', active === null ? '' : active / licensed),
    tickets,
    sheets,
    remark,
  ]),
}

const column = (letter: string) => `'Weekly figures'!$${letter}$${first}:$${letter}$${last}`

/** The last week that has been filled in. */
const latest = (letter: string) =>
  `IF(COUNT(${column('D')})=0,0,INDEX(${column(letter)},COUNT(${column('D')})))`
const survey = (letter: string) => `'Survey'!$${letter}$${surveyRows.first}:$${letter}$${surveyRows.last}`

type Measure = readonly [
  name: string,
  formula: string,
  now: number,
  target: number,
  better: 'High' | 'Low',
  from: string,
]

const measures: readonly Measure[] = [
  [
    'Licensed users active last week, in %',
    `IF(COUNT(${column('D')})=0,0,ROUND(100*${latest('D')}/${latest('C')},0))`,
    88,
    85,
    'High',
    'Weekly figures, last filled week',
  ],
  ['Tickets last week', latest('F'), 5, 3, 'Low', 'Weekly figures; 10 a month from month two'],
  ['Old spreadsheets still in use', latest('G'), 4, 0, 'Low', 'Weekly figures; zero by week 8'],
  [
    'Courses passed, in %',
    `ROUND(100*COUNTIF(${allMarks},"Done")/MAX(1,COUNTIF(${allMarks},"Done")+COUNTIF(${allMarks},"Open")),0)`,
    Math.round(100 * completed),
    95,
    'High',
    'Training record',
  ],
  [
    'Survey answered, in %',
    `ROUND(100*COUNT(${survey('L')})/COUNTA(${survey('A')}),0)`,
    Math.round((100 * people.filter(({ answers }) => answers).length) / people.length),
    80,
    'High',
    'Survey',
  ],
  [
    'Survey average, 1 to 5',
    `IF(COUNT(${survey('L')})=0,0,ROUND(AVERAGE(${survey('L')}),1))`,
    3.8,
    4,
    'High',
    'Survey',
  ],
  ['People who need us', `SUM(${survey('O')})`, 7, 2, 'Low', 'Survey, column What to do'],
]

const dashboardIntro = [
  'Seven numbers for the sponsor. Nothing to type but the targets, which you agree before go-live.',
  'Read aloud what is Not yet, with a name and a date for each. All figures here belong to an invented client.',
]
const measured = tableRows(dashboardIntro, measures.length)
const onTarget = ([, , now, target, better]: Measure) => (better === 'High' ? now >= target : now <= target)

const dashboard: Sheet = {
  name: 'Dashboard',
  intro: dashboardIntro,
  columns: [
    { title: 'Number', width: 44, kind: 'text' },
    { title: 'Now', width: 10, kind: 'number' },
    { title: 'Target', width: 10, kind: 'number', input: true },
    { title: 'Better is', width: 11, kind: 'text' },
    { title: 'State', width: 12, kind: 'text' },
    { title: 'Where it comes from', width: 48, kind: 'text' },
  ],
  rows: measures.map((measure): Cell[] => {
    const [name, formula, now, target, better, from] = measure
    return [
      name,
      // The one measure with a fraction must not give the others one.
      Number.isInteger(now) ? calc(formula, now) : { formula, value: now, kind: 'number' },
      target,
      better,
      calc(
        'IF(D{row}="High",IF(B{row}>=C{row},"On target","Not yet"),IF(B{row}<=C{row},"On target","Not yet"))',
        onTarget(measure) ? 'On target' : 'Not yet',
      ),
      from,
    ]
  }),
  totals: [
    [
      'On target, of seven',
      calc(`COUNTIF(E${measured.first}:E${measured.last},"On target")`, measures.filter(onTarget).length),
    ],
  ],
}

export const adoptionWorkbook: PackWorkbook = {
  file: 'adoption-figures',
  title: 'Training, survey and adoption figures',
  sheets: [dashboard, weekly, surveySheet, rolesSheet, recordSheet, matrixSheet],
}
