import type { Pack } from './types.ts'

const long =
  'The client reads this **first**, so it says what they get, by when and for how much. Keep it to one page: ' +
  'the person who signs does not turn the page. Write it last, when the numbers are final.'

/** A pack with every kind of block and cell, and enough of each to fill more than a page. */
export const samplePack: Pack = {
  id: 'estimation-workbook',
  title: 'Estimation Workbook',
  guide: {
    file: 'how-to-estimate',
    title: 'Hours you can defend line by line',
    subtitle: 'How to turn a list of requirements into hours, a price and a range that both sides believe.',
    blocks: [
      { kind: 'heading', level: 1, text: 'Before you start' },
      { kind: 'text', text: long },
      { kind: 'text', text: 'The office file of the first client: “fluffy” office fixtures, 1–12 hours.' },
      { kind: 'heading', level: 2, text: 'What you need' },
      { kind: 'list', items: ['A list of requirements', long, 'Someone who knows the **old system**'] },
      { kind: 'list', ordered: true, items: ['Count', 'Price', 'Check'] },
      { kind: 'note', title: 'Do not send the range', text: long },
      { kind: 'heading', level: 1, text: 'Work packages' },
      {
        kind: 'table',
        caption: 'Hours by work package',
        columns: ['Work package', 'What it covers', 'Best', 'Likely', 'Worst'],
        widths: [3, 6, 1, 1, 1],
        right: [2, 3, 4],
        rows: Array.from({ length: 34 }, (_, index) => [
          `Package ${index + 1}`,
          index % 3 === 0 ? long : 'Requirements/acceptance of a process with **two** departments',
          String(4 + index),
          String(8 + index),
          String(11 + 7 * index),
        ]),
      },
      { kind: 'heading', level: 2, text: 'Check before you send' },
      {
        kind: 'checklist',
        items: Array.from({ length: 12 }, (_, index) => `A colleague has read part ${index + 1}`),
      },
      {
        kind: 'fields',
        items: [
          { label: 'Client', example: '[Client name], Cape Town' },
          { label: 'Decision maker', example: long },
        ],
      },
      { kind: 'page-break' },
      { kind: 'text', text: 'The end.' },
    ],
  },
  documents: [
    {
      file: 'estimate-letter',
      title: 'Estimate for [Project name]',
      subtitle: 'For [Client name], valid for 30 days',
      blocks: [
        { kind: 'heading', level: 1, text: 'What you get' },
        { kind: 'text', text: `Dear [Name], ${long}` },
        { kind: 'list', items: ['One', '**Two** and [a placeholder]'] },
        { kind: 'list', ordered: true, items: ['First', 'Second'] },
        { kind: 'heading', level: 2, text: 'Agreed' },
        { kind: 'list', ordered: true, items: ['Starts again at one', 'Continues'] },
        { kind: 'checklist', items: ['Scope is signed', 'Item [each] has an owner'] },
        { kind: 'note', title: 'Delete this note', text: long },
        {
          kind: 'fields',
          items: [
            { label: 'Client', example: 'Harbour Foods' },
            { label: 'Signed by', example: '[Name], [date]' },
          ],
        },
        {
          kind: 'table',
          caption: 'Price',
          columns: ['Part', 'Hours', 'Amount'],
          widths: [4, 1, 1],
          right: [1, 2],
          rows: [
            ['Discovery', '24', '$2,880'],
            ['**Total**', '24', '**$2,880**'],
          ],
        },
        { kind: 'page-break' },
        { kind: 'text', text: 'Terms' },
      ],
    },
  ],
  examples: [],
  workbooks: [
    {
      file: 'estimate',
      title: 'Estimate',
      sheets: [
        {
          name: 'Hours',
          intro: ['Fill in the yellow cells.', 'The rest calculates.'],
          columns: [
            { title: 'Work package', width: 28, kind: 'text', input: true },
            { title: 'Starts', width: 12, kind: 'date', input: true },
            { title: 'Hours', width: 10, kind: 'number', input: true },
            { title: 'Rate', width: 10, kind: 'money', input: true },
            { title: 'Risk', width: 10, kind: 'percent', input: true },
            { title: 'Amount', width: 14, kind: 'money' },
          ],
          rows: [
            ['Discovery', '2026-11-23', 24, 120, 0.1, { formula: 'C5*D5*(1+E5)', value: 3168 }],
            ['Build & test', '2026-12-01', 80.5, 110, 0.25, { formula: 'C6*D6*(1+E6)', value: 11068.75 }],
            [null, null, null, null, null, { formula: 'IF(C7="","",C7*D7*(1+E7))', value: '' }],
          ],
          totals: [
            [
              'Total',
              null,
              { formula: 'SUM(C5:C7)', value: 104.5 },
              null,
              null,
              { formula: 'SUM(F5:F7)', value: 14236.75 },
            ],
            ['Verdict', null, null, null, null, { formula: 'IF(F8>10000,"Ask & wait","Go")', value: 'Ask & wait' }],
          ],
        },
        {
          name: 'Notes',
          intro: [],
          columns: [{ title: 'Note', width: 60, kind: 'text' }],
          rows: [[long.replaceAll('**', '')]],
        },
      ],
    },
  ],
}
