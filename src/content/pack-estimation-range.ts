import { calc } from './pack-cells.ts'
import type { Cell, Sheet } from './pack-types.ts'

const buildShare = (column: 'H' | 'I' | 'J') =>
  `ROUND(SUMIF('Work packages'!$C$5:$C$21,"Build",'Work packages'!$${column}$5:$${column}$21)*Settings!$B$9/100,1)`

/** One formula for each of the five cases; `@` stands for the column. */
const across = (formula: string, values: readonly number[]): readonly Cell[] =>
  ['B', 'C', 'D', 'E', 'F'].map((column, index) => calc(formula.replaceAll('@', column), values[index] ?? 0))

export const summarySheet: Sheet = {
  name: 'Range and price',
  intro: [
    'Low and High: the real effort lands between them in 8 of 10 such projects. Not all lines go wrong at once.',
    'Offer a fixed price at High, an hourly budget at Expected, and always name what the price does not hold.',
  ],
  columns: [
    { title: 'Line', width: 32, kind: 'text' },
    { title: 'Best case', width: 12, kind: 'number' },
    { title: 'Low', width: 12, kind: 'number' },
    { title: 'Expected', width: 12, kind: 'number' },
    { title: 'High', width: 12, kind: 'number' },
    { title: 'Worst case', width: 12, kind: 'number' },
    { title: 'How it is worked out', width: 88, kind: 'text' },
  ],
  rows: [
    [
      'Work packages, hours',
      calc("'Work packages'!H22", 517.1),
      calc("ROUND(D5-1.28*'Work packages'!K22,1)", 605.5),
      calc("'Work packages'!J22", 665.8),
      calc("ROUND(D5+1.28*'Work packages'!K22,1)", 726.1),
      calc("'Work packages'!I22", 976.6),
      'Expected ± 1.28 × spread of the whole: one project in ten below, one above',
    ],
    [
      'Testing and fixes, hours',
      calc(buildShare('H'), 59.3),
      calc('ROUND(D6*C5/D5,1)', 71.9),
      calc(buildShare('J'), 79.1),
      calc('ROUND(D6*E5/D5,1)', 86.3),
      calc(buildShare('I'), 122.7),
      'Settings, share of the packages of kind Build; Low and High move with the work',
    ],
    [
      'Project management, hours',
      ...across('ROUND((@5+@6)*Settings!$B$10/100,1)', [69.2, 81.3, 89.4, 97.5, 131.9]),
      'Settings, share of the two lines above',
    ],
    ['All hours', ...across('SUM(@5:@7)', [645.6, 758.7, 834.3, 909.9, 1231.2]), 'Sum of the three lines'],
    [
      'Price at the hourly rate, $',
      ...across('ROUND(@8*Settings!$B$8,0)', [90384, 106218, 116802, 127386, 172368]),
      'All hours × hourly rate, without licenses and travel',
    ],
    [
      'Price to say, $',
      ...across('ROUNDUP(@9/Settings!$B$18,0)*Settings!$B$18', [90500, 106500, 117000, 127500, 172500]),
      'Rounded up',
    ],
  ],
  totals: [
    [
      'Fixed price to offer, $',
      null,
      null,
      null,
      calc('E10', 127500),
      null,
      'High: you carry the risk, so the price holds it',
    ],
    [
      'Hourly budget to offer, $',
      null,
      null,
      calc('D10', 117000),
      null,
      null,
      'Expected: the client carries the risk, with a report every Friday',
    ],
    [
      'Width of the range, ± %',
      null,
      null,
      calc('ROUND((E8-C8)/2/D8*100,0)', 9),
      null,
      null,
      'Above 20: sell a paid discovery before you name a fixed price',
    ],
  ],
}
