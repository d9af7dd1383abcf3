import { calc } from './pack-cells.ts'
import type { Cell, Sheet } from './pack-types.ts'

/** Rows 4 to 11; the sum in row 12 is shared by all billable hours. */
export const overheadSheet: Sheet = {
  name: 'Overhead',
  intro: ['What a year costs even if nobody bills an hour: last year’s accounts, without billable salaries.'],
  columns: [
    { title: 'Item', width: 38, kind: 'text', input: true },
    { title: 'A year', width: 14, kind: 'money', input: true },
    { title: 'What belongs here', width: 94, kind: 'text' },
  ],
  rows: [
    [
      'Owner’s unbilled time',
      62000,
      'A market salary for the part you do not bill. Leave it out and you work for nothing',
    ],
    ['Sales and marketing', 34000, 'Adverts, events, commission, unpaid days for proposals'],
    ['Office, equipment, telephone', 21000, 'Rent, laptops over three years, network'],
    ['Software and vendor program fees', 16500, 'Own licenses, demo systems, partner fees'],
    ['Administration', 15000, 'Bookkeeping, accountant, lawyer'],
    ['Insurance', 6500, 'Liability, data, legal costs'],
    ['Training and certificates', 9000, 'Fees and travel; the days are counted as unbilled'],
    ['Bad debts and free repairs', 11000, 'Average of three years, not the last good one'],
  ],
  totals: [['All overhead', calc('SUM(B4:B11)', 175000), 'Spread over all billable hours in the next sheet']],
}

/** Rows start at 5. Figures: billable hours, people's cost, cost an hour, lowest rate. */
const role = (
  name: string,
  [people, salary, onCosts, days, share]: readonly [number, number, number, number, number],
  margin: number,
  [billable = 0, cost = 0, hourly = 0, rate = 0]: readonly number[],
): readonly Cell[] => [
  name,
  people,
  salary,
  onCosts,
  days,
  share,
  calc('ROUND(B{row}*E{row}*8*F{row},0)', billable),
  calc('ROUND(B{row}*C{row}*(1+D{row}),0)', cost),
  calc('ROUND(H{row}/G{row}+Overhead!$B$12/$G$9,2)', hourly),
  margin,
  calc('ROUNDUP(I{row}/(1-J{row}),0)', rate),
]

export const hoursSheet: Sheet = {
  name: 'Cost per hour',
  intro: [
    'Working days: 260 less holidays, leave, illness and training. Billable: hours on invoices ÷ hours present, of last year.',
    'Cost per hour = people ÷ billable hours + overhead ÷ all billable hours. Lowest rate = cost ÷ (1 − lowest margin).',
  ],
  columns: [
    { title: 'Role', width: 38, kind: 'text', input: true },
    { title: 'People', width: 9, kind: 'number', input: true },
    { title: 'Salary a year', width: 14, kind: 'money', input: true },
    { title: 'On-costs', width: 10, kind: 'percent', input: true },
    { title: 'Working days', width: 13, kind: 'number', input: true },
    { title: 'Billable', width: 10, kind: 'percent', input: true },
    { title: 'Billable hours', width: 14, kind: 'number' },
    { title: 'Cost of people', width: 15, kind: 'money' },
    { title: 'Cost per hour', width: 14, kind: 'money' },
    { title: 'Lowest margin', width: 14, kind: 'percent', input: true },
    { title: 'Lowest rate', width: 13, kind: 'money' },
  ],
  rows: [
    role('Senior consultant', [2, 95000, 0.22, 212, 0.68], 0.2, [2307, 231800, 118.84, 149]),
    role('Consultant', [3, 72000, 0.22, 212, 0.72], 0.2, [3663, 263520, 90.3, 113]),
    role('Developer', [2, 84000, 0.22, 212, 0.75], 0.2, [2544, 204960, 98.93, 124]),
    role('Project manager', [1, 88000, 0.22, 212, 0.6], 0.2, [1018, 107360, 123.82, 155]),
  ],
  totals: [
    [
      'All',
      calc('SUM(B5:B8)', 8),
      null,
      null,
      null,
      null,
      calc('SUM(G5:G8)', 9532),
      calc('SUM(H5:H8)', 807640),
      calc('ROUND((H9+Overhead!$B$12)/G9,2)', 103.09),
      calc('MIN(J5:J8)', 0.2),
      calc('ROUNDUP(I9/(1-J9),0)', 129),
    ],
    [
      'The same, 5 points less billable',
      null,
      null,
      null,
      null,
      null,
      calc('G9-ROUND(0.05*8*SUMPRODUCT(B5:B8,E5:E8),0)', 8854),
      calc('H9', 807640),
      calc('ROUND((H10+Overhead!$B$12)/G10,2)', 110.98),
      calc('J9', 0.2),
      calc('ROUNDUP(I10/(1-J10),0)', 139),
    ],
  ],
}
