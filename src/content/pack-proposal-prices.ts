import { calc } from './pack-cells.ts'
import type { Cell, PackWorkbook, Sheet } from './pack-types.ts'

/** Rows start at 5. Figures: first year at list price, discount, first year, three years. */
const license = (
  [product, unit]: readonly [string, string],
  [count, list, discount]: readonly [number, number, number],
  [first = 0, second = 0, three = 0]: readonly number[],
  note: string,
): readonly Cell[] => [
  product,
  unit,
  count,
  list,
  discount,
  calc('ROUND(C{row}*D{row}*12*(1-E{row}),2)', first),
  calc('ROUND(C{row}*D{row}*12,2)', second),
  calc('F{row}+2*G{row}', three),
  note,
]

const licenses: Sheet = {
  name: 'Licenses',
  intro: [
    'Prices of the vendor, for one a month, without tax. Count people by what they do, not by what they ask for.',
    'The discount holds in the first year only, unless the vendor confirms more in writing.',
  ],
  columns: [
    { title: 'License', width: 30, kind: 'text', input: true },
    { title: 'For each', width: 15, kind: 'text', input: true },
    { title: 'How many', width: 10, kind: 'number', input: true },
    { title: 'A month', width: 12, kind: 'money', input: true },
    { title: 'Discount', width: 10, kind: 'percent', input: true },
    { title: 'First year', width: 14, kind: 'money' },
    { title: 'Later years', width: 14, kind: 'money' },
    { title: 'Three years', width: 14, kind: 'money' },
    { title: 'Who needs it', width: 74, kind: 'text', input: true },
  ],
  rows: [
    license(
      ['Full user', 'person'],
      [18, 95, 0.1],
      [18468, 20520, 59508],
      'Finance, purchasing and sales: people who post, order and release',
    ),
    license(
      ['Task user', 'person'],
      [24, 28, 0.1],
      [7257.6, 8064, 23385.6],
      'Warehouse, drivers and approvers: a few screens, no posting',
    ),
    license(
      ['Test environment', 'environment'],
      [1, 210, 0],
      [2520, 2520, 7560],
      'Kept after go-live for releases and training',
    ),
    license(
      ['Web shop connector', 'shop'],
      [1, 140, 0.1],
      [1512, 1680, 4872],
      'One shop; the second shop planned for the autumn needs a second',
    ),
    license(
      ['Extra storage', '10 GB'],
      [4, 15, 0],
      [720, 720, 2160],
      'Ten years of invoices as files, from the export of 17 November',
    ),
  ],
  totals: [
    [
      'All licenses',
      null,
      null,
      null,
      null,
      calc('SUM(F5:F9)', 30477.6),
      calc('SUM(G5:G9)', 33504),
      calc('SUM(H5:H9)', 97485.6),
      'Invoiced yearly in advance by the vendor or by you: say which',
    ],
  ],
}

/** Figures: the fixed price, then its share of the whole. */
const service = (
  [no, name]: readonly [number, string],
  [hours, rate]: readonly [number, number],
  [price = 0, share = 0]: readonly number[],
  result: string,
): readonly Cell[] => [
  no,
  name,
  hours,
  rate,
  calc('ROUND(C{row}*D{row},0)', price),
  calc('ROUND(E{row}/$E$11,3)', share),
  result,
]

const services: Sheet = {
  name: 'Services',
  intro: [
    'Hours come from the High column of the Estimation Workbook (910 in the example) when the price is fixed.',
    'Name the result of each stage: it is what the client accepts and what the payment plan hangs on.',
  ],
  columns: [
    { title: 'No.', width: 5, kind: 'number' },
    { title: 'Stage', width: 32, kind: 'text', input: true },
    { title: 'Hours', width: 9, kind: 'number', input: true },
    { title: 'Rate', width: 11, kind: 'money', input: true },
    { title: 'Price', width: 14, kind: 'money' },
    { title: 'Share', width: 9, kind: 'percent' },
    { title: 'You receive', width: 82, kind: 'text', input: true },
  ],
  rows: [
    service(
      [1, 'Discovery'],
      [72, 140],
      [10080, 0.079],
      'Requirement list with priorities, process maps, statement of work',
    ),
    service(
      [2, 'Design and planning'],
      [98, 140],
      [13720, 0.108],
      'Signed solution design, migration map, plan with owners and dates',
    ),
    service(
      [3, 'Build and migration'],
      [480, 140],
      [67200, 0.527],
      'Configured test system, web shop interface, two reconciled trial loads',
    ),
    service(
      [4, 'Testing and acceptance'],
      [108, 140],
      [15120, 0.119],
      'Test report, defects repaired, acceptance ready to sign',
    ),
    service(
      [5, 'Training and go-live'],
      [92, 140],
      [12880, 0.101],
      'Eight sessions, cutover runbook, reconciled opening balances',
    ),
    service(
      [6, 'First two weeks of support'],
      [60, 140],
      [8400, 0.066],
      'Two people on the floor for three days, then by phone; hand-over meeting',
    ),
  ],
  totals: [
    [
      null,
      'All services',
      calc('SUM(C5:C10)', 910),
      null,
      calc('SUM(E5:E10)', 127400),
      calc('SUM(F5:F10)', 1),
      'Sum of the stages',
    ],
    [
      null,
      'Fixed price offered',
      null,
      null,
      calc('ROUNDUP(E11/500,0)*500', 127500),
      null,
      'Rounded up to the next $500; the payment plan uses this figure',
    ],
  ],
}

/** Figures: the day, the amount, the sum so far. */
const payment = (
  [no, event]: readonly [number, string],
  [days, share]: readonly [number, number],
  [due, amount, soFar]: readonly [string, number, number] | readonly [],
  evidence: string,
): readonly Cell[] => [
  no,
  event,
  days,
  calc('$D$4+C{row}', due ?? ''),
  share,
  calc('ROUND(Services!$E$12*E{row},0)', amount ?? 0),
  calc('SUM(F$5:F{row})', soFar ?? 0),
  evidence,
]

const payments: Sheet = {
  name: 'Payment plan',
  intro: ['Each payment hangs on something both sides can see. Never let more than 30% wait for acceptance.'],
  columns: [
    { title: 'No.', width: 5, kind: 'number' },
    { title: 'Due when', width: 34, kind: 'text', input: true },
    { title: 'Days after signature', width: 20, kind: 'number', input: true },
    { title: 'Planned day', width: 13, kind: 'date' },
    { title: 'Share', width: 9, kind: 'percent', input: true },
    { title: 'Amount', width: 14, kind: 'money' },
    { title: 'Sum so far', width: 14, kind: 'money' },
    { title: 'Proof', width: 55, kind: 'text', input: true },
  ],
  rows: [
    [0, 'Signature of the order', 0, '2026-12-14', null, null, null, 'Change this day and the others follow'],
    payment([1, 'Order signed'], [0, 0.2], ['2026-12-14', 25500, 25500], 'Signed order'),
    payment(
      [2, 'Solution design signed'],
      [60, 0.25],
      ['2027-02-12', 31875, 57375],
      'Gate 2, signed by both project leads',
    ),
    payment(
      [3, 'Second trial load reconciled'],
      [101, 0.25],
      ['2027-03-25', 31875, 89250],
      'Gate 3, control totals signed by the accountant',
    ),
    payment(
      [4, 'Acceptance signed'],
      [116, 0.2],
      ['2027-04-09', 25500, 114750],
      'Gate 4, signed test report',
    ),
    payment(
      [5, '30 days after go-live'],
      [156, 0.1],
      ['2027-05-19', 12750, 127500],
      'No open blocker; small defects have a date',
    ),
  ],
  totals: [
    [
      null,
      'All payments',
      null,
      null,
      calc('SUM(E5:E9)', 1),
      calc('SUM(F5:F9)', 127500),
      null,
      calc(
        'IF(ROUND(SUM(F5:F9)-Services!$E$12,0)=0,"Agrees with the price","Does not agree with the price")',
        'Agrees with the price',
      ),
    ],
  ],
}

export const priceTables: PackWorkbook = {
  file: 'price-tables',
  title: 'Price tables',
  sheets: [licenses, services, payments],
}
