import { calc } from './pack-cells.ts'
import { tableRows } from './pack-rows.ts'
import type { Cell, Sheet } from './pack-types.ts'

const signsIntro = [
  'Write a sign on the day you see it. Points and what to do are in the guide, page Early signs.',
  'A sign counts until Done on has a date. To add a sign, copy the last row down.',
]

const signs: readonly (readonly Cell[])[] = [
  [
    'Otway Pumps',
    '2027-09-14',
    'Head of service, our sponsor, has left',
    3,
    'Meet the new head, ask for his first three wishes',
    'Dana Whitlock',
    null,
  ],
  [
    'Otway Pumps',
    '2027-10-01',
    'Weekly users fell from 21 to 14 of 24',
    2,
    'Half a day with the field technicians',
    'Mercy Osei',
    null,
  ],
  [
    'Otway Pumps',
    '2027-09-20',
    'Two invoices paid three weeks late',
    1,
    'Asked: new approval step at the client, not our work',
    'Dana Whitlock',
    '2027-09-23',
  ],
  [
    'Vesper Garden Centers',
    '2027-10-11',
    'Quarterly review moved for the second time',
    1,
    'Offer 20 minutes by phone, figures sent before',
    'Mercy Osei',
    null,
  ],
]

export const signsSheet: Sheet = {
  name: 'Early signs',
  intro: signsIntro,
  columns: [
    { title: 'Client', width: 30, kind: 'text', input: true },
    { title: 'Seen on', width: 12, kind: 'date', input: true },
    { title: 'Sign', width: 48, kind: 'text', input: true },
    { title: 'Points', width: 8, kind: 'number', input: true },
    { title: 'What we do', width: 59, kind: 'text', input: true },
    { title: 'Who', width: 17, kind: 'text', input: true },
    { title: 'Done on', width: 12, kind: 'date', input: true },
    { title: 'Open points', width: 12, kind: 'number' },
  ],
  rows: signs.map((sign): Cell[] => [
    ...sign,
    calc('IF(G{row}="",D{row},0)', sign[6] === null ? Number(sign[3]) : 0),
  ]),
}

const intro = [
  'Give 0 to 10 points for each question; the guide says what 10, 5 and 0 mean. Do it once a month.',
  'The first row holds the weights. They must add up to 100: the score column of that row shows it.',
]

const weightRow = tableRows(intro, 1).first

const actions = {
  'At risk': 'Owner calls the sponsor this week',
  Watch: 'Account lead calls within ten days',
  Healthy: 'Follow the plan, ask for a reference',
} as const

const scores: readonly {
  readonly given: readonly [client: string, ...points: number[]]
  readonly signs: number
  readonly score: number
  readonly state: keyof typeof actions
}[] = [
  { given: ['Harrow & Finch Furniture', 9, 10, 8, 9, 10], signs: 0, score: 92, state: 'Healthy' },
  { given: ['Otway Pumps', 4, 4, 6, 5, 5], signs: 5, score: 47, state: 'At risk' },
  { given: ['Bluegate Bakery Supplies', 6, 7, 5, 7, 8], signs: 0, score: 66, state: 'Watch' },
  { given: ['Vesper Garden Centers', 8, 5, 9, 8, 10], signs: 1, score: 79, state: 'Watch' },
  { given: ['Cedar Lane Labs', 7, 8, 8, 7, 10], signs: 0, score: 78, state: 'Healthy' },
]

export const healthSheet: Sheet = {
  name: 'Health score',
  intro,
  columns: [
    { title: 'Client', width: 30, kind: 'text', input: true },
    { title: 'Usage', width: 10, kind: 'number', input: true },
    { title: 'Sponsor', width: 10, kind: 'number', input: true },
    { title: 'Tickets', width: 10, kind: 'number', input: true },
    { title: 'Satisfaction', width: 13, kind: 'number', input: true },
    { title: 'Payment', width: 10, kind: 'number', input: true },
    { title: 'Open points', width: 12, kind: 'number' },
    { title: 'Score', width: 9, kind: 'number' },
    { title: 'State', width: 10, kind: 'text' },
    { title: 'What to do', width: 38, kind: 'text' },
  ],
  rows: [
    ['Weight', 30, 20, 15, 20, 15, null, calc('SUM(B{row}:F{row})', 100), null, null],
    ...scores.map(({ given, signs: open, score, state }): Cell[] => [
      ...given,
      calc(`SUMIF('Early signs'!$A$5:$A$204,A{row},'Early signs'!$H$5:$H$204)`, open),
      calc(`ROUND(SUMPRODUCT($B$${weightRow}:$F$${weightRow},B{row}:F{row})/10,0)`, score),
      calc(
        `IF(OR(H{row}<'Start'!$C$6,G{row}>='Start'!$C$8),"At risk",` +
          `IF(OR(H{row}<'Start'!$C$7,G{row}>0),"Watch","Healthy"))`,
        state,
      ),
      calc(
        `IF(I{row}="At risk","${actions['At risk']}",IF(I{row}="Watch","${actions.Watch}","${actions.Healthy}"))`,
        actions[state],
      ),
    ]),
  ],
}
