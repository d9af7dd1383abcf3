import type { PackDocument } from './pack-types.ts'

export const defectReport: PackDocument = {
  file: 'defect-report',
  title: 'Defect report',
  subtitle: 'One defect on one page: somebody else can repeat it, fix it and test the fix',
  blocks: [
    { kind: 'heading', level: 1, text: 'Report' },
    {
      kind: 'fields',
      items: [
        { label: 'Number', example: '[D-00, as in the defect log]' },
        { label: 'One sentence', example: '[what is wrong, in which process, for whom]' },
        { label: 'Found on', example: '[date], [system and build], [checklist item]' },
        { label: 'Signed in as', example: '[user and role]' },
        { label: 'Record used', example: '[order, customer or item number]' },
        { label: 'Severity', example: '[1–4, by the table below]' },
        { label: 'Repeats', example: '[always / n of n tries / once]' },
      ],
    },
    { kind: 'heading', level: 2, text: 'Steps' },
    {
      kind: 'list',
      ordered: true,
      items: [
        '[start from a state that anyone can set up]',
        '[one action for each line, with the values typed]',
        '[the action after which it goes wrong]',
      ],
    },
    {
      kind: 'fields',
      items: [
        { label: 'Expected', example: '[result, and where it is agreed: design page, law, old system]' },
        { label: 'Seen instead', example: '[result, exact message, screenshot name]' },
        { label: 'What users can do meanwhile', example: '[workaround, or: none]' },
      ],
    },
    { kind: 'heading', level: 2, text: 'Fix and retest' },
    {
      kind: 'fields',
      items: [
        { label: 'Cause', example: '[configuration, code, data or requirement; one sentence]' },
        { label: 'Changed', example: '[what, by whom, in which build]' },
        { label: 'Retested', example: '[steps above and the section around them; by whom, on what date]' },
      ],
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: 'Which severity?' },
    {
      kind: 'table',
      caption: 'Severities with the answer they deserve',
      columns: ['Severity', 'Meaning', 'Example', 'Answer'],
      widths: [1.3, 3, 4, 3],
      rows: [
        [
          '1',
          'Work stops, money or data is wrong, or a person sees what they must not',
          'Invoices post to the wrong company',
          'Fix today, stop testing that process',
        ],
        [
          '2',
          'A main process is wrong and the way round it costs time every day',
          'Customer price is used after its end date',
          'Fix before go-live',
        ],
        [
          '3',
          'A nuisance in a main process, or a fault in a rare one',
          'Long product name covers the bin number on the pick list',
          'Fix with a date',
        ],
        ['4', 'Nobody works slower because of it', 'A heading has two spaces', 'With the next release'],
      ],
    },
    {
      kind: 'note',
      title: 'Severity is damage, not urgency',
      text:
        'The tester sets the severity by this table. The project manager decides the order of the fixes. Two ' +
        'people, two questions: that keeps everything from becoming severity 1.',
    },
    { kind: 'heading', level: 1, text: 'Weak and useful sentences' },
    {
      kind: 'table',
      caption: 'The same defect in two words and in one sentence',
      columns: ['Costs a phone call', 'Can be fixed today'],
      widths: [2, 5],
      rows: [
        ['Prices wrong', 'Orders of 9 March use the customer price that ended on 8 March'],
        ['Scanner slow', 'Bin list takes 9 seconds with 400 bins; the agreed target is 2'],
        [
          'Cannot post',
          'Role Order entry gets "no right to post" on credit notes above 500; design says 1,000',
        ],
        ['Report is empty', 'Aged receivables of company 02 shows no lines when the date is a Sunday'],
      ],
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: 'Filled example' },
    {
      kind: 'fields',
      items: [
        { label: 'Number', example: 'D-02' },
        { label: 'One sentence', example: 'Sales orders use a customer price one day after its end date' },
        {
          label: 'Found on',
          example:
            '9 March 2027, HF-TEST build 0.14.0, functional list, "Customer prices win over list prices"',
        },
        { label: 'Signed in as', example: 'sales.clerk, role Order entry' },
        { label: 'Record used', example: 'Customer 20031, item OAK-TABLE-180, price valid to 8 March' },
        { label: 'Severity', example: '2' },
        { label: 'Repeats', example: 'Always, 4 of 4 tries' },
      ],
    },
    { kind: 'heading', level: 2, text: 'Steps of the example' },
    {
      kind: 'list',
      ordered: true,
      items: [
        'Customer 20031 has a price of 412.00 for OAK-TABLE-180, valid to 8 March. The list price is 455.00.',
        'On 9 March, create an order for customer 20031 with 1 OAK-TABLE-180.',
        'Save the order and look at the price of line 1.',
      ],
    },
    {
      kind: 'fields',
      items: [
        {
          label: 'Expected',
          example: '455.00: a price holds until the end of its last day (design, page 14)',
        },
        { label: 'Seen instead', example: '412.00. On 10 March it is 455.00. Screenshot D-02-line.png' },
        {
          label: 'What users can do meanwhile',
          example: 'End the price one day earlier; sales office does it for 12 customers',
        },
        {
          label: 'Cause',
          example: 'Code: the end date is compared in UTC, the order date in local time (two hours ahead)',
        },
        { label: 'Changed', example: 'Both dates compared as calendar days; Jonas Brandt, build 0.14.3' },
        {
          label: 'Retested',
          example:
            'Steps above on the last day and the day after, then Sales and purchasing; Mercy Osei, 24 March',
        },
      ],
    },
  ],
}
