import { checklistTabs, countItems } from './checklists.ts'
import { calc } from './pack-cells.ts'
import { tableRows } from './pack-rows.ts'
import type { Cell, PackWorkbook, Sheet } from './pack-types.ts'

const items = checklistTabs.flatMap(({ label, list }) =>
  list.sections.flatMap((section) =>
    section.items.map((item) => ({ list: label, section: section.title, item })),
  ),
)

/** Results of the first items, so that the reader sees the counting at work. */
const examples: readonly (readonly [result: string, date: string, note: string])[] = [
  ['Pass', '2027-03-09', 'Quotation 3117 became order 10479'],
  ['Pass', '2027-03-09', 'Order 10482, 30 of 50 delivered, 20 open'],
  ['Fail', '2027-03-09', 'D-01'],
  ['Pass', '2027-03-09', 'Purchase order 2204, held for P. Lindqvist'],
  ['Pass', '2027-03-09', 'Invoice 88123 stopped, difference 41.20 shown'],
  ['Fail', '2027-03-09', 'D-02'],
  ['Pass', '2027-03-09', 'Order 10485, 12 pieces free again'],
  ['Pass', '2027-03-10', 'Credit note 5012'],
  ['Pass', '2027-03-10', 'February 2027 named in the message'],
  ['Fail', '2027-03-10', 'D-03'],
  ['NA', '2027-03-10', 'One currency only, agreed with P. Lindqvist'],
  ['Pass', '2027-03-10', 'Payment 771 on invoices 88101 and 88107'],
]

const checklistIntro = [
  'One row for each item. Filter by list and give each tester one list.',
  'Result is Pass, Fail or NA. Leave it empty while the item is not tested.',
  'The first 12 rows are filled in as an example: clear the colored cells before your first test.',
]
const checked = tableRows(checklistIntro, items.length)

const checklist: Sheet = {
  name: 'Checklist',
  intro: checklistIntro,
  columns: [
    { title: 'List', width: 15, kind: 'text' },
    { title: 'Section', width: 37, kind: 'text' },
    { title: 'Item', width: 96, kind: 'text' },
    { title: 'Result', width: 9, kind: 'text', input: true },
    { title: 'Tester', width: 14, kind: 'text', input: true },
    { title: 'Date', width: 12, kind: 'date', input: true },
    { title: 'Note or defect number', width: 52, kind: 'text', input: true },
  ],
  rows: items.map(({ list, section, item }, index) => {
    const [result, date, note] = examples[index] ?? [null, null, null]
    return [list, section, item, result, result && 'M. Osei', date, note]
  }),
}

const defectsIntro = [
  'One row for each defect. The long story is in the defect report with the same number.',
  'Severity 1: work stops. 2: a main process is wrong or needs a workaround. 3: a nuisance. 4: cosmetic.',
  'State is Open, Fixed (waits for its retest) or Closed. The three rows are an example.',
]

const defects: readonly (readonly Cell[])[] = [
  [
    'D-01',
    'Functional',
    'Order above the credit limit is delivered without a release',
    1,
    'Fixed',
    'J. Brandt',
    '2027-03-12',
    null,
  ],
  [
    'D-02',
    'Functional',
    'Customer price still used one day after its end date',
    2,
    'Open',
    'J. Brandt',
    '2027-03-15',
    'Client price list is corrected by hand until then',
  ],
  [
    'D-03',
    'Functional',
    'Invoice total differs by 0.01 when a line has three decimals',
    2,
    'Closed',
    'A. Roux',
    '2027-03-11',
    'Retested with invoices 88130 to 88134',
  ],
]
const logged = tableRows(defectsIntro, defects.length)

/** Room for the defects of a whole project. */
const lastDefect = logged.first + 199

const defectLog: Sheet = {
  name: 'Defects',
  intro: defectsIntro,
  columns: [
    { title: 'Number', width: 9, kind: 'text', input: true },
    { title: 'List', width: 14, kind: 'text', input: true },
    { title: 'What is wrong', width: 68, kind: 'text', input: true },
    { title: 'Severity', width: 9, kind: 'number', input: true },
    { title: 'State', width: 9, kind: 'text', input: true },
    { title: 'Owner', width: 14, kind: 'text', input: true },
    { title: 'Due', width: 12, kind: 'date', input: true },
    { title: 'Note', width: 56, kind: 'text', input: true },
  ],
  rows: defects,
}

const results = `'Checklist'!$D$${checked.first}:$D$${checked.last}`
const listOfItem = `'Checklist'!$A$${checked.first}:$A$${checked.last}`

function found(result: string, list?: string): number {
  return items.filter((item, index) => (!list || item.list === list) && examples[index]?.[0] === result)
    .length
}

/** Items with a result, among those in scope. */
function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

function summaryRow(list: string, count: number): Cell[] {
  const [pass, fail, na] = [found('Pass', list), found('Fail', list), found('NA', list)]
  const per = (result: string) => `COUNTIFS(${listOfItem},A{row},${results},"${result}")`
  return [
    list,
    calc(`COUNTIF(${listOfItem},A{row})`, count),
    calc(per('Pass'), pass),
    calc(per('Fail'), fail),
    calc(per('NA'), na),
    calc('B{row}-C{row}-D{row}-E{row}', count - pass - fail - na),
    calc('IF(B{row}=0,0,(C{row}+D{row}+E{row})/B{row})', (pass + fail + na) / count),
    calc('IF(C{row}+D{row}=0,0,C{row}/(C{row}+D{row}))', share(pass, pass + fail)),
  ]
}

const summaryIntro = [
  'Counts itself from the sheet Checklist. Nothing to type here.',
  '% done: items with any result. % passed: passed items among those that passed or failed.',
  'With the example rows: the functional list has begun, three items failed.',
]
const summed = tableRows(summaryIntro, checklistTabs.length)
const column = (letter: string) => `${letter}${summed.first}:${letter}${summed.last}`
const answered = found('Pass') + found('Fail') + found('NA')

const summary: Sheet = {
  name: 'Summary',
  intro: summaryIntro,
  columns: [
    { title: 'List', width: 22, kind: 'text' },
    { title: 'Items', width: 9, kind: 'number' },
    { title: 'Pass', width: 9, kind: 'number' },
    { title: 'Fail', width: 9, kind: 'number' },
    { title: 'NA', width: 9, kind: 'number' },
    { title: 'Not tested', width: 12, kind: 'number' },
    { title: '% done', width: 10, kind: 'percent' },
    { title: '% passed', width: 10, kind: 'percent' },
  ],
  rows: checklistTabs.map(({ label, list }) => summaryRow(label, countItems(list))),
  totals: [
    [
      'All six lists',
      calc(`SUM(${column('B')})`, items.length),
      calc(`SUM(${column('C')})`, found('Pass')),
      calc(`SUM(${column('D')})`, found('Fail')),
      calc(`SUM(${column('E')})`, found('NA')),
      calc(`SUM(${column('F')})`, items.length - answered),
      calc('IF(B{row}=0,0,(C{row}+D{row}+E{row})/B{row})', answered / items.length),
      calc('IF(C{row}+D{row}=0,0,C{row}/(C{row}+D{row}))', found('Pass') / (found('Pass') + found('Fail'))),
    ],
  ],
}

const open = (severity: number) =>
  `COUNTIFS('Defects'!$D$${logged.first}:$D$${lastDefect},${severity},` +
  `'Defects'!$E$${logged.first}:$E$${lastDefect},"<>Closed")`

const gate: Sheet = {
  name: 'Go or no-go',
  intro: [
    'Reads the other sheets. Change the limits to what you agreed with the client before testing.',
    'Go needs OK in every row. With the example rows the answer is no-go.',
  ],
  columns: [
    { title: 'Question', width: 52, kind: 'text' },
    { title: 'Now', width: 10, kind: 'number' },
    { title: 'At most', width: 10, kind: 'number', input: true },
    { title: 'Verdict', width: 14, kind: 'text' },
  ],
  rows: [
    ['Items in scope without a result', calc(`SUM('Summary'!${column('F')})`, items.length - answered), 0],
    ['Severity 1 defects not closed', calc(open(1), 1), 0],
    ['Severity 2 defects not closed', calc(open(2), 1), 2],
    ['Severity 3 and 4 defects not closed', calc(`${open(3)}+${open(4)}`, 0), 15],
  ].map((row, index) => [...row, calc('IF(B{row}<=C{row},"OK","Not yet")', index < 2 ? 'Not yet' : 'OK')]),
}

export const qaWorkbook: PackWorkbook = {
  file: 'qa-checklists',
  title: 'QA checklists: results and summary',
  sheets: [summary, checklist, defectLog, gate],
}
