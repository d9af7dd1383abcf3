import { calc } from './pack-cells.ts'
import type { Cell, Sheet } from './pack-types.ts'

/** Rows of the sheet start at 5. */
const object = (
  [name, source]: readonly [string, string],
  [records, fields]: readonly [number, number],
  quality: 'Clean' | 'Mixed' | 'Poor',
  [mapping = 0, loading = 0, cleaning = 0, all = 0]: readonly number[],
  check: string,
): readonly Cell[] => [
  name,
  source,
  records,
  fields,
  quality,
  calc('ROUND(D{row}*Settings!$B$12/60,1)', mapping),
  calc('Settings!$B$13*Settings!$B$14', loading),
  calc('ROUND(C{row}/1000*VLOOKUP(E{row},Settings!$A$15:$B$17,2,FALSE),1)', cleaning),
  calc('SUM(F{row}:H{row})', all),
  check,
]

export const migrationSheet: Sheet = {
  name: 'Data migration',
  intro: [
    'One row for each kind of record to move. Ask for a real export before you fill in Quality: check 50 records.',
    'Cleaning is your help with rules and error lists. The client corrects the records; say so in the proposal.',
  ],
  columns: [
    { title: 'Object', width: 28, kind: 'text', input: true },
    { title: 'Comes from', width: 20, kind: 'text', input: true },
    { title: 'Records', width: 10, kind: 'number', input: true },
    { title: 'Fields', width: 8, kind: 'number', input: true },
    { title: 'Quality', width: 10, kind: 'text', input: true },
    { title: 'Mapping h', width: 11, kind: 'number' },
    { title: 'Loading h', width: 11, kind: 'number' },
    { title: 'Cleaning h', width: 11, kind: 'number' },
    { title: 'Hours', width: 9, kind: 'number' },
    { title: 'It is right when', width: 73, kind: 'text', input: true },
  ],
  rows: [
    object(
      ['Customers', 'Old system'],
      [3200, 38],
      'Mixed',
      [6.3, 4.5, 1.3, 12.1],
      'Count agrees, 20 records compared field by field',
    ),
    object(
      ['Suppliers', 'Old system'],
      [640, 30],
      'Clean',
      [5, 4.5, 0.1, 9.6],
      'Count agrees, bank details compared for every supplier',
    ),
    object(
      ['Items', 'Old system'],
      [11500, 46],
      'Poor',
      [7.7, 4.5, 11.5, 23.7],
      'Active items agree; units and pack sizes checked for the top 200',
    ),
    object(
      ['Price lists', 'Spreadsheets'],
      [24000, 9],
      'Mixed',
      [1.5, 4.5, 9.6, 15.6],
      'Prices of 30 orders from last month come out the same',
    ),
    object(
      ['Open customer invoices', 'Old system'],
      [900, 14],
      'Clean',
      [2.3, 4.5, 0.1, 6.9],
      'Sum equals the receivables account to the cent',
    ),
    object(
      ['Open supplier invoices', 'Old system'],
      [310, 14],
      'Clean',
      [2.3, 4.5, 0, 6.8],
      'Sum equals the payables account to the cent',
    ),
    object(
      ['Stock on hand', 'Warehouse count'],
      [13000, 7],
      'Mixed',
      [1.2, 4.5, 5.2, 10.9],
      'Value per warehouse equals the stock account',
    ),
    object(
      ['Account balances', 'Accountant'],
      [420, 6],
      'Clean',
      [1, 4.5, 0, 5.5],
      'Trial balance agrees, signed by the accountant',
    ),
    object(
      ['Open orders', 'Old system'],
      [260, 22],
      'Mixed',
      [3.7, 4.5, 0.1, 8.3],
      'Open quantity and value per customer agree',
    ),
  ],
  totals: [
    [
      'All objects',
      null,
      calc('SUM(C5:C13)', 54230),
      calc('SUM(D5:D13)', 186),
      null,
      calc('SUM(F5:F13)', 31),
      calc('SUM(G5:G13)', 40.5),
      calc('SUM(H5:H13)', 27.9),
      calc('SUM(I5:I13)', 99.4),
      'Goes into line 15 of the work packages',
    ],
  ],
}
