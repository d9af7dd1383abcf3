import { calc } from './pack-cells.ts'
import { tableRows } from './pack-rows.ts'
import type { Cell, Sheet } from './pack-types.ts'

/** The courses of the example; documents, record and matrix share them. */
export const courses: readonly {
  readonly id: string
  readonly title: string
  readonly minutes: number
  readonly roles: readonly string[]
}[] = [
  {
    id: 'C1',
    title: 'Sign in and find',
    minutes: 45,
    roles: ['Sales desk', 'Warehouse', 'Finance', 'Management'],
  },
  { id: 'C2', title: 'Orders and prices', minutes: 90, roles: ['Sales desk'] },
  { id: 'C3', title: 'Returns and complaints', minutes: 60, roles: ['Sales desk', 'Warehouse'] },
  { id: 'C4', title: 'Goods in and lots', minutes: 60, roles: ['Warehouse'] },
  { id: 'C5', title: 'Pick and count', minutes: 60, roles: ['Warehouse'] },
  { id: 'C6', title: 'Invoices and payments', minutes: 90, roles: ['Finance'] },
  { id: 'C7', title: 'Month end', minutes: 90, roles: ['Finance'] },
  { id: 'C8', title: 'Figures', minutes: 45, roles: ['Finance', 'Management'] },
]

const intro = [
  'One row for each person. Write Done when the exit task was passed, Open when it was not, nothing when the course is not for them.',
  'Being in the room is not Done. To add a person, copy the last row down.',
]

type Mark = 'Done' | 'Open' | null

const D = 'Done'
const O = 'Open'

const record: readonly (readonly [name: string, role: string, ...marks: Mark[]])[] = [
  ['Amy Coyle', 'Sales desk', D, D, D, null, null, null, null, null],
  ['Dev Malik', 'Sales desk', D, D, D, null, null, null, null, null],
  ['Petra Lang', 'Sales desk', D, D, O, null, null, null, null, null],
  ['Joel Banks', 'Sales desk', D, O, O, null, null, null, null, null],
  ['Sue Abbot', 'Sales desk', D, D, D, null, null, null, null, null],
  ['Karl Renn', 'Warehouse', D, null, D, D, D, null, null, null],
  ['Tia Moss', 'Warehouse', D, null, D, D, D, null, null, null],
  ['Omar Bell', 'Warehouse', D, null, D, D, D, null, null, null],
  ['Gil Petrov', 'Warehouse', O, null, O, O, D, null, null, null],
  ['Lena Fry', 'Warehouse', D, null, D, D, O, null, null, null],
  ['Max Dorn', 'Warehouse', D, null, O, D, D, null, null, null],
  ['Nell Harper', 'Finance', D, null, null, null, null, D, D, D],
  ['Ivo Stanek', 'Finance', D, null, null, null, null, D, D, D],
  ['Rita Cho', 'Finance', D, null, null, null, null, D, O, D],
  ['Frank Bluegate', 'Management', O, null, null, null, null, null, null, O],
  ['Judith Voss', 'Management', D, null, null, null, null, null, null, D],
]

const marks = record.flatMap(([, , ...rest]) => rest)
const tally = (of: readonly Mark[], mark: Mark) => of.filter((each) => each === mark).length
const done = tally(marks, D)

/** Courses done among those that are needed, over the whole example. */
export const completed = done / (done + tally(marks, O))

const { first, last } = tableRows(intro, record.length)
const letter = (at: number) => String.fromCharCode('C'.charCodeAt(0) + at)
const range = (column: string) => `'Training record'!$${column}$${first}:$${column}$${last}`
export const allMarks = `'Training record'!$C$${first}:$J$${last}`

export const recordSheet: Sheet = {
  name: 'Training record',
  intro,
  columns: [
    { title: 'Name', width: 20, kind: 'text', input: true },
    { title: 'Role', width: 14, kind: 'text', input: true },
    ...courses.map(({ id, title }) => ({
      title: `${id} ${title}`,
      width: id.length + title.length + 3,
      kind: 'text' as const,
      input: true as const,
    })),
    { title: 'Completed', width: 11, kind: 'percent' },
  ],
  rows: record.map((person): Cell[] => {
    const [, , ...own] = person
    const needed = tally(own, D) + tally(own, O)
    return [
      ...person,
      calc(
        'IF(COUNTIF(C{row}:J{row},"Done")+COUNTIF(C{row}:J{row},"Open")=0,0,' +
          'COUNTIF(C{row}:J{row},"Done")/(COUNTIF(C{row}:J{row},"Done")+COUNTIF(C{row}:J{row},"Open")))',
        tally(own, D) / needed,
      ),
    ]
  }),
}

const roles = ['Sales desk', 'Warehouse', 'Finance', 'Management']

function share(role: string | undefined, at: number): number | string {
  const column = record
    .filter(([, own]) => role === undefined || own === role)
    .map(([, , ...own]) => own[at] ?? null)
  const passed = tally(column, D)
  const needed = passed + tally(column, O)
  return needed === 0 ? 'not needed' : passed / needed
}

const cell = (column: string) => {
  const count = (mark: string) => `COUNTIFS(${range('B')},$A{row},${range(column)},"${mark}")`
  return `IF(${count('Done')}+${count('Open')}=0,"not needed",${count('Done')}/(${count('Done')}+${count('Open')}))`
}

const whole = (column: string) =>
  `COUNTIF(${range(column)},"Done")/MAX(1,COUNTIF(${range(column)},"Done")+COUNTIF(${range(column)},"Open"))`

export const matrixSheet: Sheet = {
  name: 'Training matrix',
  intro: [
    'Share of people who passed, by role and course. Counts itself from the sheet Training record.',
    'Under 80% two weeks before go-live: add a session now. Under 60%: this role is not ready.',
  ],
  columns: [
    { title: 'Role', width: 14, kind: 'text', input: true },
    ...courses.map(({ id, title }) => ({
      title: `${id} ${title}`,
      width: id.length + title.length + 3,
      kind: 'percent' as const,
    })),
  ],
  rows: roles.map((role): Cell[] => [
    role,
    ...courses.map((_, at) => calc(cell(letter(at)), share(role, at))),
  ]),
  totals: [['All roles', ...courses.map((_, at) => calc(whole(letter(at)), share(undefined, at)))]],
}
