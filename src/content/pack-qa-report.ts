import { checklistTabs, countItems } from './checklists.ts'
import type { Block, PackDocument } from './pack-types.ts'

const columns = ['List', 'Items', 'Struck', 'Tested', 'Passed', 'Failed', 'Passed of tested']
const widths = [3, 1, 1, 1, 1, 1, 2]
const right = [1, 2, 3, 4, 5, 6]

/** The example project: what was struck, left untested and failed in each list, in the order of the lists. */
const outcome = [
  { struck: 5, untested: 0, failed: 2 },
  { struck: 4, untested: 0, failed: 1 },
  { struck: 8, untested: 2, failed: 1 },
  { struck: 2, untested: 0, failed: 0 },
  { struck: 0, untested: 0, failed: 3 },
  { struck: 6, untested: 0, failed: 1 },
]

const counted = checklistTabs.map(({ label, list }, index) => {
  const { struck, untested, failed } = outcome[index] ?? { struck: 0, untested: 0, failed: 0 }
  const items = countItems(list)
  const tested = items - struck - untested
  return { label: label as string, items, struck, untested, tested, failed }
})

const all = counted.reduce((sum, list) => ({
  label: 'All lists',
  items: sum.items + list.items,
  struck: sum.struck + list.struck,
  untested: sum.untested + list.untested,
  tested: sum.tested + list.tested,
  failed: sum.failed + list.failed,
}))

const inScope = all.items - all.struck
const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)}%`

function countedRow({ label, items, struck, tested, failed }: typeof all): string[] {
  const passed = tested - failed
  return [label, ...[items, struck, tested, passed, failed].map(String), percent(passed, tested)]
}

const template: readonly Block[] = [
  {
    kind: 'note',
    title: 'How to use this document',
    text:
      'Fill in the first part, delete this note and the example at the end. Keep it to three pages: the ' +
      'sponsor reads sections 1 and 6, the key users read the rest.',
  },
  { kind: 'heading', level: 1, text: '1. Result in three sentences' },
  {
    kind: 'text',
    text:
      'We tested [number] of [number] agreed items between [first day] and [last day]; [percent] passed. ' +
      'Open at the end: [number] defects of severity 1, [number] of severity 2. We recommend [go-live on ' +
      'date / go-live with conditions / no go-live before date].',
  },
  { kind: 'heading', level: 1, text: '2. What was tested, on what, by whom' },
  {
    kind: 'fields',
    items: [
      { label: 'Client and project', example: '[client name], [project name]' },
      { label: 'Build and system', example: '[build number] on [name of test system]' },
      { label: 'Data', example: '[trial load number and date], [what was masked]' },
      { label: 'Testers', example: '[name and role of each tester]' },
      { label: 'Lists used', example: '[lists], as agreed with [key user] on [date]' },
      { label: 'Stop date', example: '[day and hour at which testing ended]' },
    ],
  },
  { kind: 'heading', level: 1, text: '3. Numbers' },
  {
    kind: 'table',
    caption: 'Results per list, copied from the sheet Summary',
    columns,
    widths,
    right,
    rows: [
      ...counted.map(({ label, items }) => [label, String(items), '', '', '', '', '']),
      ['All lists', String(all.items), '', '', '', '', ''],
    ],
  },
  { kind: 'heading', level: 1, text: '4. Open defects' },
  {
    kind: 'table',
    caption: 'Every defect that is not closed, worst first',
    columns: ['Number', 'Severity', 'What is wrong', 'Workaround', 'Owner', 'Fixed by'],
    widths: [1.3, 1.4, 4, 4, 2, 2],
    rows: [['[D-00]', '[1–4]', '[one sentence]', '[what users do until then]', '[name]', '[date]']],
  },
  { kind: 'heading', level: 1, text: '5. What was not tested' },
  {
    kind: 'table',
    caption: 'Items in scope without a result',
    columns: ['Item', 'Why not', 'Risk if it fails', 'When it will be tested'],
    widths: [4, 3, 3, 2],
    rows: [['[item]', '[reason]', '[who would notice, and how]', '[date]']],
  },
  { kind: 'heading', level: 1, text: '6. Decision' },
  {
    kind: 'checklist',
    items: [
      'Go-live on [date] as planned',
      'Go-live on [date] when these conditions are met: [condition, owner, date]',
      'No go-live; next decision on [date]',
    ],
  },
  {
    kind: 'fields',
    items: [
      { label: 'For the client', example: '[name, role, date, signature]' },
      { label: 'For us', example: '[name, role, date, signature]' },
    ],
  },
]

const example: readonly Block[] = [
  { kind: 'page-break' },
  { kind: 'heading', level: 1, text: 'Filled example: Harrow & Finch Furniture' },
  {
    kind: 'text',
    text:
      'Harrow & Finch is an invented furniture wholesaler with 38 users. Millbrook Systems, the partner, is ' +
      'invented too.',
  },
  { kind: 'heading', level: 2, text: 'Result in three sentences' },
  {
    kind: 'text',
    text:
      `We tested ${all.tested} of ${inScope} agreed items between 9 and 18 March 2027; ` +
      `${percent(all.tested - all.failed, all.tested)} passed. Open at the end: no defect of severity 1, one ` +
      'of severity 2. We recommend go-live on 2 April with one condition: D-02 is fixed and retested by 26 March.',
  },
  { kind: 'heading', level: 2, text: 'What was tested, on what, by whom' },
  {
    kind: 'fields',
    items: [
      { label: 'Client and project', example: 'Harrow & Finch Furniture, order to cash and warehouse' },
      { label: 'Build and system', example: 'Build 0.14.2 on the system HF-TEST' },
      {
        label: 'Data',
        example: 'Second trial load of 5 March 2027, bank details and e-mail addresses masked',
      },
      {
        label: 'Testers',
        example: 'Mercy Osei (Millbrook, functional), Paul Lindqvist (Harrow & Finch, sales)',
      },
      { label: 'Lists used', example: 'All six; 25 items struck with Paul Lindqvist on 8 March' },
      { label: 'Stop date', example: 'Thursday 18 March 2027, 16:00' },
    ],
  },
  { kind: 'heading', level: 2, text: 'Numbers' },
  {
    kind: 'table',
    caption: 'Results per list at Harrow & Finch',
    columns,
    widths,
    right,
    rows: [...counted, all].map(countedRow),
  },
  { kind: 'page-break' },
  { kind: 'heading', level: 2, text: 'Open defects' },
  {
    kind: 'table',
    caption: 'Open defects at Harrow & Finch',
    columns: ['Number', 'Severity', 'What is wrong', 'Workaround', 'Owner', 'Fixed by'],
    widths: [1.3, 1.4, 4, 4, 2, 2],
    rows: [
      [
        'D-02',
        '2',
        'Customer price is still used one day after its end date',
        'Price list is ended by hand the evening before',
        'Jonas Brandt',
        '24 March',
      ],
      [
        'D-11',
        '3',
        'Pick list prints the second line of long product names over the bin number',
        'Bin is also on the label',
        'Aline Roux',
        '9 April',
      ],
      [
        'D-14',
        '3',
        'Stock list on the scanner shows no message when a bin is empty',
        'Users told at the training',
        'Aline Roux',
        '9 April',
      ],
      [
        'D-09, D-12, D-13',
        '3',
        'Field labels on the customer form differ from the words that sales uses',
        'One-page glossary',
        'Jonas Brandt',
        '30 April',
      ],
      [
        'D-15, D-16',
        '4',
        'A retried bank message and a slow list write two log lines where one would do',
        'None needed',
        'Jonas Brandt',
        'With the next release',
      ],
    ],
  },
  { kind: 'heading', level: 2, text: 'What was not tested' },
  {
    kind: 'table',
    caption: 'Items without a result at Harrow & Finch',
    columns: ['Item', 'Why not', 'Risk if it fails', 'When it will be tested'],
    widths: [4, 3, 3, 2],
    rows: [
      [
        'Two performance items on month end',
        'The trial load holds ten days, not a month',
        'Month end in April takes longer than one evening',
        '30 March, on a copy with generated orders',
      ],
    ],
  },
  { kind: 'heading', level: 2, text: 'Decision' },
  {
    kind: 'text',
    text:
      'Go-live on 2 April 2027 when D-02 is closed by 26 March (owner: Jonas Brandt). Signed on 19 March by ' +
      'Ruth Harrow, managing director, and Dana Whitlock, project manager at Millbrook Systems.',
  },
]

export const testReport: PackDocument = {
  file: 'test-report',
  title: 'Test report',
  subtitle: '[client name], [project name], [date]',
  blocks: [...template, ...example],
}
