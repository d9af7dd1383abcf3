import type { PackDocument } from './pack-types.ts'

const columns = ['Step', 'Customer', 'Sales', 'Warehouse', 'Finance', 'Tool', 'Minutes']
const widths = [1, 3, 3, 3, 3, 2.2, 1.8]
const right = [6]

export const processMap: PackDocument = {
  file: 'process-map',
  title: 'Process map',
  subtitle: '[client name], [process], as it is and as it will be',
  blocks: [
    { kind: 'heading', level: 1, text: 'How to draw it' },
    {
      kind: 'list',
      ordered: true,
      items: [
        'Name the first event and the last result. Everything else is another map.',
        'One row is one step. Write it into the column of the person who does it: verb first, five words at most.',
        'Write the tool (system, sheet, paper, phone) and the minutes of work. Waiting gets a row of its own.',
        'Mark trouble with **!** and number it; explain it below the map.',
        'Stop at 15 rows. A longer process is two processes with a result in between.',
        'Read it aloud to the people who do the work. Change it until they nod.',
      ],
    },
    {
      kind: 'table',
      caption: 'Words in a step',
      columns: ['Write', 'For', 'Example'],
      widths: [2, 4, 5],
      rows: [
        ['verb first', 'work', 'Enter the order'],
        ['? at the end', 'a decision; the next two rows begin with yes: and no:', 'Limit exceeded?'],
        ['wait:', 'time in which nobody works', 'wait: 2 days for approval'],
        ['→', 'a document or message that changes hands', '→ confirmation'],
        ['!1', 'trouble, explained below the map', 'Ask for the bin !1'],
      ],
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: 'Template' },
    {
      kind: 'fields',
      items: [
        { label: 'Process', example: '[verb and object]' },
        { label: 'Begins with', example: '[event]' },
        { label: 'Ends with', example: '[result that somebody can see]' },
        { label: 'How often', example: '[number] a [day, week or month]' },
        { label: 'Drawn with', example: '[names], [date]' },
      ],
    },
    {
      kind: 'table',
      caption: 'Map to fill in: rename the lanes',
      columns: ['Step', '[lane 1]', '[lane 2]', '[lane 3]', '[lane 4]', 'Tool', 'Minutes'],
      widths,
      right,
      rows: [
        ...['1', '2', '3', '4', '5', '6', '7', '8'].map((step) => [step, '', '', '', '', '', '']),
        ['Sum', '', '', '', '', '', '[number]'],
      ],
    },
    {
      kind: 'table',
      caption: 'Trouble and what it becomes',
      columns: ['Mark', 'What goes wrong', 'How often, what it costs', 'Requirement number'],
      widths: [1, 5, 4, 2],
      rows: [
        ['!1', '[one sentence]', '[number a month], [minutes or money]', '[R-00]'],
        ['!2', '[one sentence]', '[number a month], [minutes or money]', '[R-00]'],
      ],
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: 'Filled example: an order at Harrow & Finch' },
    {
      kind: 'fields',
      items: [
        { label: 'Process', example: 'Turn an order by mail into a shipment' },
        { label: 'Begins with', example: 'An order arrives as PDF' },
        { label: 'Ends with', example: 'Goods are on the truck, invoice is sent' },
        { label: 'How often', example: '260 a month' },
        { label: 'Drawn with', example: 'Paul Lindqvist, Tessa Grant, Ben Arkwright, 13 January' },
      ],
    },
    {
      kind: 'table',
      caption: 'Example, as it is: 54 minutes of work, up to three days of waiting',
      columns,
      widths,
      right,
      rows: [
        ['1', '→ order as PDF', '', '', '', 'Mail', ''],
        ['2', '', 'Print, find item numbers !1', '', '', 'Paper', '6'],
        ['3', '', 'Enter the order', '', '', 'Old system', '5'],
        ['4', '', '', '', 'Limit exceeded?', 'Sheet', '4'],
        ['5', '', 'yes: wait: 1–2 days for release', '', '', 'Phone', ''],
        ['6', '', 'no: confirm "four weeks" !2', '', '', 'Mail', '3'],
        ['7', '', '', 'Pick on foot, ask for bins !3', '', 'Paper', '23'],
        ['8', '', '', 'Pack, type label in the carrier’s portal', '', 'Portal', '7'],
        ['9', '', '', '→ slip into the tray', '', 'Paper', '1'],
        ['10', '', '', '', 'wait: until the next morning', '', ''],
        ['11', '', '', '', 'Write and send the invoice', 'Old system', '5'],
        ['Sum', '', '', '', '', '', '54'],
      ],
    },
    {
      kind: 'table',
      caption: 'Example: trouble',
      columns: ['Mark', 'What goes wrong', 'How often, what it costs', 'Requirement number'],
      widths: [1, 5, 4, 2],
      rows: [
        ['!1', 'Customers write their own item numbers', 'Most orders, 6 minutes each', 'R-06'],
        ['!2', 'Date is a guess; customers call to ask', '70 calls a month, 4 minutes each', 'R-08'],
        ['!3', 'Pick list has no bins and no order', 'Every order, about 10 minutes', 'R-12'],
      ],
    },
    {
      kind: 'table',
      caption: 'Example, as it will be: 29 minutes of work',
      columns,
      widths,
      right,
      rows: [
        ['1', '→ order as PDF', '', '', '', 'Mail', ''],
        ['2', '', 'Enter by customer item number', '', '', 'New system', '5'],
        ['3', '', '', '', 'Limit exceeded?', 'New system', '0'],
        ['4', '', '', '', 'yes: release or refuse, same day', 'New system', '1'],
        ['5', '', 'no: → confirmation with date from stock', '', '', 'New system', '1'],
        ['6', '', '', 'Pick by route, scan the bin', '', 'Handheld', '13'],
        ['7', '', '', 'Pack, print label', '', 'Handheld', '5'],
        ['8', '', '', '', 'Send the day’s invoices', 'New system', '4'],
        ['Sum', '', '', '', '', '', '29'],
      ],
    },
    {
      kind: 'text',
      text:
        '25 minutes less, 260 times a month, are 108 hours a month. That is the sentence for the sponsor, and the ' +
        'figure to measure again 90 days after go-live.',
    },
  ],
}
