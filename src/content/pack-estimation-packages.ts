import { calc } from './pack-cells.ts'
import type { Cell, Sheet } from './pack-types.ts'

type Kind = 'Plan' | 'Build' | 'Data' | 'Launch'
type Complexity = 'Simple' | 'Standard' | 'Complex' | 'New to us'

const hours = 'ROUND(D{row}*E{row}*VLOOKUP(F{row},Settings!$A$4:$B$7,2,FALSE),1)'
const bestHours = 'ROUND(G{row}*VLOOKUP(F{row},Settings!$A$4:$E$7,4,FALSE),1)'
const worstHours = 'ROUND(G{row}*VLOOKUP(F{row},Settings!$A$4:$E$7,5,FALSE),1)'

/** Figures in the order of the columns: likely, best, worst, expected, spread. */
const workPackage = (
  [no, name, kind]: readonly [number, string, Kind],
  [base, count]: readonly [Cell, number],
  complexity: Complexity,
  [likely = 0, best = 0, worst = 0, expected = 0, spread = 0]: readonly number[],
  one: string,
): readonly Cell[] => [
  no,
  name,
  kind,
  base,
  count,
  complexity,
  calc(hours, likely),
  calc(bestHours, best),
  calc(worstHours, worst),
  calc('ROUND((H{row}+4*G{row}+I{row})/6,1)', expected),
  calc('ROUND((I{row}-H{row})/6,2)', spread),
  one,
]

export const packagesSheet: Sheet = {
  name: 'Work packages',
  intro: [
    'Base hours are for ONE, done by a consultant who has done it before. Example: Tidewell Supply (invented).',
    'Expected = (best + 4 × likely + worst) / 6. Spread = (worst − best) / 6. Overwrite best and worst if you know more.',
  ],
  columns: [
    { title: 'No.', width: 5, kind: 'number' },
    { title: 'Work package', width: 36, kind: 'text', input: true },
    { title: 'Kind', width: 9, kind: 'text', input: true },
    { title: 'Base hours', width: 11, kind: 'number', input: true },
    { title: 'How many', width: 10, kind: 'number', input: true },
    { title: 'Complexity', width: 12, kind: 'text', input: true },
    { title: 'Likely', width: 9, kind: 'number' },
    { title: 'Best', width: 9, kind: 'number' },
    { title: 'Worst', width: 9, kind: 'number' },
    { title: 'Expected', width: 10, kind: 'number' },
    { title: 'Spread', width: 9, kind: 'number' },
    { title: 'One of these means', width: 92, kind: 'text', input: true },
  ],
  rows: [
    workPackage(
      [1, 'Discovery workshop', 'Plan'],
      [8, 4],
      'Standard',
      [32, 27.2, 44.8, 33.3, 2.93],
      'One department: preparation, half a day on site, minutes approved',
    ),
    workPackage(
      [2, 'Requirement list and fit-gap', 'Plan'],
      [20, 1],
      'Standard',
      [20, 17, 28, 20.8, 1.83],
      'About 80 requirements with priority, owner and fit',
    ),
    workPackage(
      [3, 'Ledger, tax and closing', 'Build'],
      [24, 1],
      'Standard',
      [24, 20.4, 33.6, 25, 2.2],
      'One company: accounts, tax codes, periods, bank accounts, year-end test',
    ),
    workPackage(
      [4, 'Payments and bank matching', 'Build'],
      [12, 1],
      'Simple',
      [8.4, 7.6, 10.1, 8.6, 0.42],
      'One bank: payment run, statement import, matching rules',
    ),
    workPackage(
      [5, 'Purchasing with approval', 'Build'],
      [20, 1],
      'Standard',
      [20, 17, 28, 20.8, 1.83],
      'Request to invoice match, up to three approval levels',
    ),
    workPackage(
      [6, 'Sales, prices and discounts', 'Build'],
      [28, 1],
      'Complex',
      [42, 33.6, 71.4, 45.5, 6.3],
      'Offer to invoice; complex here: customer, volume and campaign prices mix',
    ),
    workPackage(
      [7, 'Warehouse', 'Build'],
      [16, 2],
      'Standard',
      [32, 27.2, 44.8, 33.3, 2.93],
      'One warehouse: places, receipt, picking, count',
    ),
    workPackage(
      [8, 'Handheld scanning', 'Build'],
      [24, 1],
      'Complex',
      [36, 28.8, 61.2, 39, 5.4],
      'One device type, four screens; complex here: poor radio in hall 2',
    ),
    workPackage(
      [9, 'Web shop interface', 'Build'],
      [40, 1],
      'Complex',
      [60, 48, 102, 65, 9],
      'Items and stock out, orders in, errors on a list; the shop agency must deliver',
    ),
    workPackage(
      [10, 'Carrier labels', 'Build'],
      [14, 1],
      'Simple',
      [9.8, 8.8, 11.8, 10, 0.5],
      'One carrier with a documented service, label and tracking number',
    ),
    workPackage(
      [11, 'Document layouts', 'Build'],
      [5, 5],
      'Standard',
      [25, 21.3, 35, 26.1, 2.28],
      'One layout in one language, two rounds of changes',
    ),
    workPackage(
      [12, 'Reports', 'Build'],
      [6, 6],
      'Standard',
      [36, 30.6, 50.4, 37.5, 3.3],
      'One report from data that exists in the system, figures checked with its reader',
    ),
    workPackage(
      [13, 'Sales commission (custom code)', 'Build'],
      [30, 1],
      'New to us',
      [60, 42, 150, 72, 18],
      'Rules written and signed before the first line of code',
    ),
    workPackage(
      [14, 'Roles and permissions', 'Build'],
      [3, 6],
      'Simple',
      [12.6, 11.3, 15.1, 12.8, 0.63],
      'One role: rights set, tested with a user of that role',
    ),
    workPackage(
      [15, 'Data migration', 'Data'],
      [calc("'Data migration'!I14", 99.4), 1],
      'Standard',
      [99.4, 84.5, 139.2, 103.6, 9.12],
      'From the sheet Data migration: 9 objects, 3 loads',
    ),
    workPackage(
      [16, 'User training', 'Launch'],
      [6, 8],
      'Standard',
      [48, 40.8, 67.2, 50, 4.4],
      'One session of two hours for up to eight people, exercises prepared',
    ),
    workPackage(
      [17, 'Cutover and first two weeks', 'Launch'],
      [60, 1],
      'Standard',
      [60, 51, 84, 62.5, 5.5],
      'Rehearsal, weekend, two people on the floor for three days, then by phone',
    ),
  ],
  totals: [
    [
      null,
      'All work packages',
      null,
      null,
      null,
      null,
      calc('SUM(G5:G21)', 625.2),
      calc('SUM(H5:H21)', 517.1),
      calc('SUM(I5:I21)', 976.6),
      calc('SUM(J5:J21)', 665.8),
      calc('ROUND(SQRT((1-Settings!$B$11/100)*SUMSQ(K5:K21)+Settings!$B$11/100*SUM(K5:K21)^2),1)', 47.1),
      'Spread: of the whole, with the shared risk of the settings; formula in the guide',
    ],
  ],
}
