import { calc } from './pack-cells.ts'
import { tableRows } from './pack-rows.ts'
import type { Cell, Sheet } from './pack-types.ts'

const intro = [
  'One row for each person. Days used: working days with a sign-in during the last two weeks, from the sign-in log (0 to 10).',
  'Q1 to Q8: 1 is no, 5 is yes, as in adoption-survey.docx. Leave them empty while there is no answer.',
  'To add a person, copy the last row of the table down. Names and answers are invented (Bluegate Bakery Supplies, week 4).',
]

type Answers = readonly [number, number, number, number, number, number, number, number]
const none = [null, null, null, null, null, null, null, null] as const

type Person = {
  readonly given: readonly [name: string, role: string, days: number]
  readonly answers: Answers | null
  readonly average: number | ''
  readonly lowest: string
  readonly next: string
}

const fine = ['Fine', 'Ask as key user']

/** Everyone of the example client, with what the formulas say about each. */
export const people: readonly Person[] = [
  {
    given: ['Amy Coyle', 'Sales desk', 10],
    answers: [5, 5, 4, 5, 5, 5, 4, 5],
    average: 4.75,
    lowest: 'Q3 Figures',
    next: 'Ask as key user',
  },
  {
    given: ['Dev Malik', 'Sales desk', 10],
    answers: [4, 4, 4, 4, 5, 5, 4, 4],
    average: 4.25,
    lowest: 'Q1 Tasks',
    next: 'Fine',
  },
  {
    given: ['Petra Lang', 'Sales desk', 9],
    answers: [4, 4, 3, 4, 5, 4, 3, 2],
    average: 3.625,
    lowest: 'Q8 No sheets',
    next: 'Replace the sheet',
  },
  {
    given: ['Joel Banks', 'Sales desk', 6],
    answers: [2, 2, 3, 2, 3, 4, 2, 2],
    average: 2.5,
    lowest: 'Q1 Tasks',
    next: 'Help this week',
  },
  {
    given: ['Sue Abbot', 'Sales desk', 8],
    answers: [4, 2, 4, 3, 4, 4, 3, 4],
    average: 3.5,
    lowest: 'Q2 Finding',
    next: 'Practice 30 minutes',
  },
  {
    given: ['Karl Renn', 'Warehouse', 10],
    answers: [5, 4, 5, 4, 5, 4, 5, 5],
    average: 4.625,
    lowest: 'Q2 Finding',
    next: 'Ask as key user',
  },
  {
    given: ['Tia Moss', 'Warehouse', 10],
    answers: [5, 5, 5, 5, 5, 5, 4, 4],
    average: 4.75,
    lowest: 'Q7 Faster',
    next: 'Ask as key user',
  },
  {
    given: ['Omar Bell', 'Warehouse', 9],
    answers: [4, 4, 4, 3, 5, 4, 4, 5],
    average: 4.125,
    lowest: 'Q4 Course',
    next: 'Fine',
  },
  {
    given: ['Gil Petrov', 'Warehouse', 2],
    answers: [2, 2, 3, 2, 2, 3, 1, 3],
    average: 2.25,
    lowest: 'Q7 Faster',
    next: 'Call: hardly uses it',
  },
  { given: ['Lena Fry', 'Warehouse', 8], answers: null, average: '', lowest: '', next: 'Ask for the answer' },
  {
    given: ['Max Dorn', 'Warehouse', 7],
    answers: [3, 3, 4, 3, 4, 3, 4, 4],
    average: 3.5,
    lowest: 'Q1 Tasks',
    next: 'Fine',
  },
  {
    given: ['Nell Harper', 'Finance', 10],
    answers: [4, 5, 5, 4, 5, 4, 4, 4],
    average: 4.375,
    lowest: 'Q1 Tasks',
    next: 'Fine',
  },
  {
    given: ['Ivo Stanek', 'Finance', 10],
    answers: [4, 4, 3, 4, 5, 5, 3, 1],
    average: 3.625,
    lowest: 'Q8 No sheets',
    next: 'Replace the sheet',
  },
  {
    given: ['Rita Cho', 'Finance', 9],
    answers: [4, 3, 4, 4, 4, 4, 4, 4],
    average: 3.875,
    lowest: 'Q2 Finding',
    next: 'Fine',
  },
  {
    given: ['Frank Bluegate', 'Management', 3],
    answers: null,
    average: '',
    lowest: '',
    next: 'Call: hardly uses it',
  },
  {
    given: ['Judith Voss', 'Management', 5],
    answers: [3, 3, 4, 3, 5, 5, 3, 3],
    average: 3.625,
    lowest: 'Q1 Tasks',
    next: 'Fine',
  },
]

export const surveyRows = tableRows(intro, people.length)
const { first, last } = surveyRows
const header = first - 1

const advice =
  'IF(C{row}<=3,"Call: hardly uses it",IF(COUNT(D{row}:K{row})=0,"Ask for the answer",' +
  'IF(L{row}<3,"Help this week",IF(MIN(D{row}:E{row})<=2,"Practice 30 minutes",' +
  'IF(K{row}<=2,"Replace the sheet",IF(L{row}>=4.5,"Ask as key user","Fine"))))))'

/** An average under a column of whole numbers, with its own look. */
const mean = (column: string, value: number): Cell => ({
  formula: `AVERAGE(${column}${first}:${column}${last})`,
  value,
  kind: 'number',
})

const questionColumns = ['D', 'E', 'F', 'G', 'H', 'I', 'J', 'K']
const averages = [53 / 14, 50 / 14, 55 / 14, 50 / 14, 62 / 14, 59 / 14, 48 / 14, 50 / 14]
const agreeing = [10, 8, 10, 8, 12, 12, 8, 9]

export const surveySheet: Sheet = {
  name: 'Survey',
  intro,
  columns: [
    { title: 'Name', width: 22, kind: 'text', input: true },
    { title: 'Role', width: 14, kind: 'text', input: true },
    { title: 'Days used', width: 11, kind: 'number', input: true },
    { title: 'Q1 Tasks', width: 11, kind: 'number', input: true },
    { title: 'Q2 Finding', width: 12, kind: 'number', input: true },
    { title: 'Q3 Figures', width: 12, kind: 'number', input: true },
    { title: 'Q4 Course', width: 11, kind: 'number', input: true },
    { title: 'Q5 Whom to ask', width: 15, kind: 'number', input: true },
    { title: 'Q6 Answers', width: 12, kind: 'number', input: true },
    { title: 'Q7 Faster', width: 11, kind: 'number', input: true },
    { title: 'Q8 No sheets', width: 13, kind: 'number', input: true },
    { title: 'Average', width: 10, kind: 'number' },
    { title: 'Lowest', width: 16, kind: 'text' },
    { title: 'What to do', width: 24, kind: 'text' },
    { title: 'Needs us', width: 10, kind: 'number' },
  ],
  rows: people.map(({ given, answers, average, lowest, next }): Cell[] => [
    ...given,
    ...(answers ?? none),
    calc('IF(COUNT(D{row}:K{row})=0,"",AVERAGE(D{row}:K{row}))', average),
    calc(
      `IF(COUNT(D{row}:K{row})=0,"",INDEX($D$${header}:$K$${header},1,MATCH(MIN(D{row}:K{row}),D{row}:K{row},0)))`,
      lowest,
    ),
    calc(advice, next),
    calc('IF(OR(N{row}="Fine",N{row}="Ask as key user"),0,1)', fine.includes(next) ? 0 : 1),
  ]),
  totals: [
    [
      'Average',
      null,
      mean('C', 126 / 16),
      ...questionColumns.map((column, at) => mean(column, averages[at] ?? 0)),
      mean('L', 3.8125),
      null,
      'People who need us',
      calc(`SUM(O${first}:O${last})`, 7),
    ],
    [
      'Answered 4 or 5',
      null,
      null,
      ...questionColumns.map((column, at) =>
        calc(`COUNTIF(${column}${first}:${column}${last},">=4")`, agreeing[at] ?? 0),
      ),
      null,
      null,
      null,
      null,
    ],
  ],
}

const roles: readonly (readonly [
  role: string,
  people: number,
  answers: number,
  average: number,
  days: number,
  needs: number,
])[] = [
  ['Sales desk', 5, 5, 3.725, 8.6, 3],
  ['Warehouse', 6, 5, 3.85, 46 / 6, 2],
  ['Finance', 3, 3, 95 / 24, 29 / 3, 1],
  ['Management', 2, 1, 3.625, 4, 1],
]

const range = (column: string) => `'Survey'!$${column}$${first}:$${column}$${last}`

export const rolesSheet: Sheet = {
  name: 'By role',
  intro: [
    'Counts itself from the sheet Survey. One weak person needs help; a weak role needs another course.',
    'A role is weak when its average is under 3.5 or half of its people need us.',
  ],
  columns: [
    { title: 'Role', width: 16, kind: 'text', input: true },
    { title: 'People', width: 10, kind: 'number' },
    { title: 'Answers', width: 10, kind: 'number' },
    { title: 'Average', width: 10, kind: 'number' },
    { title: 'Days used', width: 11, kind: 'number' },
    { title: 'Need us', width: 10, kind: 'number' },
    { title: 'Share who need us', width: 18, kind: 'percent' },
    { title: 'Verdict', width: 24, kind: 'text' },
  ],
  rows: roles.map(([role, count, answers, average, days, needs]): Cell[] => [
    role,
    calc(`COUNTIF(${range('B')},A{row})`, count),
    calc(`COUNTIFS(${range('B')},A{row},${range('L')},">0")`, answers),
    calc(`IF(C{row}=0,"",AVERAGEIF(${range('B')},A{row},${range('L')}))`, average),
    calc(`IF(B{row}=0,"",AVERAGEIF(${range('B')},A{row},${range('C')}))`, days),
    calc(`SUMIF(${range('B')},A{row},${range('O')})`, needs),
    calc('IF(B{row}=0,0,F{row}/B{row})', needs / count),
    calc(
      'IF(C{row}=0,"No answers yet",IF(OR(D{row}<3.5,G{row}>=0.5),"Repeat a course","Help people singly"))',
      needs / count >= 0.5 || average < 3.5 ? 'Repeat a course' : 'Help people singly',
    ),
  ]),
}
