import { calc } from './pack-cells.ts'
import { departments } from './pack-discovery-questions.ts'
import { questionsSheet, questionsSpan, recordedIn } from './pack-discovery-record.ts'
import { type FitClass, type Requirement, requirements } from './pack-discovery-requirements.ts'
import { tableRows } from './pack-rows.ts'
import type { Cell, PackWorkbook, Sheet } from './pack-types.ts'

const classes: readonly (readonly [FitClass, string])[] = [
  ['Fit', 'Works as delivered. Hours are for showing and checking.'],
  ['Configure', 'Settings, rules, layouts, rights. No code.'],
  ['Extend', 'Add-on, report, low-code flow or small interface.'],
  ['Gap', 'Custom development, or the client changes the process.'],
]

const intro = [
  'One row for each requirement, written so that somebody can test it. To add one, copy the last row down.',
  'Priority: Must, Should, Could. Class: Fit, Configure, Extend, Gap. Decision: Agreed, Open, Later.',
  'The 22 rows are an example (Harrow & Finch Furniture, invented).',
]
const { first } = tableRows(intro, requirements.length)

/** Room for the requirements of a large project. */
const last = first + 299
const range = (column: string) => `'Fit-gap'!$${column}$${first}:$${column}$${last}`

const classIntro = [
  'Counts itself from the sheet Fit-gap. Nothing to type here.',
  'More than a fifth of the Must requirements as Gap: stop, and ask whether process or product is the wrong one.',
]
const classRows = tableRows(classIntro, classes.length)

function check([, , , priority, , , , decision]: Requirement): string {
  return priority === 'Must' && decision === 'Open' ? 'Decide' : 'OK'
}

const fitGap: Sheet = {
  name: 'Fit-gap',
  intro,
  columns: [
    { title: 'No.', width: 8, kind: 'text', input: true },
    { title: 'Department', width: 12, kind: 'text', input: true },
    { title: 'Requirement', width: 84, kind: 'text', input: true },
    { title: 'Asked by', width: 18, kind: 'text', input: true },
    { title: 'Priority', width: 9, kind: 'text', input: true },
    { title: 'Class', width: 12, kind: 'text', input: true },
    { title: 'Hours', width: 8, kind: 'number', input: true },
    { title: 'How it is met', width: 65, kind: 'text', input: true },
    { title: 'Decision', width: 10, kind: 'text', input: true },
    { title: 'Check', width: 10, kind: 'text' },
  ],
  rows: requirements.map((requirement, index): Cell[] => [
    `R-${String(index + 1).padStart(2, '0')}`,
    ...requirement,
    calc(
      `IF(COUNTIF('Summary'!$A$${classRows.first}:$A$${classRows.last},F{row})=0,"Class?",` +
        'IF(AND(E{row}="Must",I{row}="Open"),"Decide","OK"))',
      check(requirement),
    ),
  ]),
}

const count = (wanted: (requirement: Requirement) => boolean) => requirements.filter(wanted).length
const hours = (wanted: (requirement: Requirement) => boolean) =>
  requirements.filter(wanted).reduce((sum, requirement) => sum + requirement[5], 0)
const isAny = () => true
const sumOf = (column: string, { first: from, last: to }: { first: number; last: number }) =>
  `SUM(${column}${from}:${column}${to})`

const summary: Sheet = {
  name: 'Summary',
  intro: classIntro,
  columns: [
    { title: 'Class', width: 12, kind: 'text' },
    { title: 'What it means', width: 62, kind: 'text' },
    { title: 'Requirements', width: 14, kind: 'number' },
    { title: 'Of them Must', width: 14, kind: 'number' },
    { title: 'Hours', width: 10, kind: 'number' },
    { title: 'Hours agreed', width: 14, kind: 'number' },
    { title: 'Share of hours', width: 14, kind: 'percent' },
  ],
  rows: classes.map(([name, meaning]): Cell[] => {
    const isIn = (requirement: Requirement) => requirement[4] === name
    return [
      name,
      meaning,
      calc(`COUNTIF(${range('F')},A{row})`, count(isIn)),
      calc(
        `COUNTIFS(${range('F')},A{row},${range('E')},"Must")`,
        count((requirement) => isIn(requirement) && requirement[3] === 'Must'),
      ),
      calc(`SUMIF(${range('F')},A{row},${range('G')})`, hours(isIn)),
      calc(
        `SUMIFS(${range('G')},${range('F')},A{row},${range('I')},"Agreed")`,
        hours((requirement) => isIn(requirement) && requirement[7] === 'Agreed'),
      ),
      calc(`IF(SUM(${range('G')})=0,0,E{row}/SUM(${range('G')}))`, hours(isIn) / hours(isAny)),
    ]
  }),
  totals: [
    [
      'All',
      null,
      calc(sumOf('C', classRows), requirements.length),
      calc(
        sumOf('D', classRows),
        count((requirement) => requirement[3] === 'Must'),
      ),
      calc(sumOf('E', classRows), hours(isAny)),
      calc(
        sumOf('F', classRows),
        hours((requirement) => requirement[7] === 'Agreed'),
      ),
      calc(sumOf('G', classRows), 1),
    ],
  ],
}

const departmentIntro = [
  'Counts itself. Questions answered shows whether a workshop is finished before you estimate.',
  'Open decisions need a name and a date before the statement of work is signed.',
]
const departmentRows = tableRows(departmentIntro, departments.length)
const asked = (column: string) =>
  `'Questions'!$${column}$${questionsSpan.first}:$${column}$${questionsSpan.last}`

const byDepartment: Sheet = {
  name: 'By department',
  intro: departmentIntro,
  columns: [
    { title: 'Department', width: 14, kind: 'text' },
    { title: 'Requirements', width: 14, kind: 'number' },
    { title: 'Must', width: 10, kind: 'number' },
    { title: 'Gap', width: 10, kind: 'number' },
    { title: 'Hours', width: 10, kind: 'number' },
    { title: 'Fit or configure', width: 16, kind: 'percent' },
    { title: 'Open decisions', width: 15, kind: 'number' },
    { title: 'Questions answered', width: 19, kind: 'percent' },
  ],
  rows: departments.map((department): Cell[] => {
    const isIn = (requirement: Requirement) => requirement[0] === department
    const both = (column: string, value: string) =>
      `COUNTIFS(${range('B')},A{row},${range(column)},"${value}")`
    const easy = count((requirement) => isIn(requirement) && /^(Fit|Configure)$/.test(requirement[4]))
    const { total, answered } = recordedIn(department)
    return [
      department,
      calc(`COUNTIF(${range('B')},A{row})`, count(isIn)),
      calc(
        both('E', 'Must'),
        count((requirement) => isIn(requirement) && requirement[3] === 'Must'),
      ),
      calc(
        both('F', 'Gap'),
        count((requirement) => isIn(requirement) && requirement[4] === 'Gap'),
      ),
      calc(`SUMIF(${range('B')},A{row},${range('G')})`, hours(isIn)),
      calc(`IF(B{row}=0,0,(${both('F', 'Fit')}+${both('F', 'Configure')})/B{row})`, easy / count(isIn)),
      calc(
        both('I', 'Open'),
        count((requirement) => isIn(requirement) && requirement[7] === 'Open'),
      ),
      calc(
        `IF(COUNTIF(${asked('A')},A{row})=0,0,` +
          `COUNTIFS(${asked('A')},A{row},${asked('H')},"Answered")/COUNTIF(${asked('A')},A{row}))`,
        answered / total,
      ),
    ]
  }),
  totals: [
    [
      'All',
      calc(sumOf('B', departmentRows), requirements.length),
      calc(
        sumOf('C', departmentRows),
        count((requirement) => requirement[3] === 'Must'),
      ),
      calc(
        sumOf('D', departmentRows),
        count((requirement) => requirement[4] === 'Gap'),
      ),
      calc(sumOf('E', departmentRows), hours(isAny)),
      null,
      calc(
        sumOf('G', departmentRows),
        count((requirement) => requirement[7] === 'Open'),
      ),
      null,
    ],
  ],
}

export const fitGapWorkbook: PackWorkbook = {
  file: 'fit-gap',
  title: 'Fit-gap and answers',
  sheets: [summary, byDepartment, fitGap, questionsSheet],
}
