import { calc } from './pack-cells.ts'
import type { Cell, Sheet } from './pack-types.ts'

/** Rows start at 5. Figures: cost, profit, margin, floor price; then the verdict. */
const service = (
  [name, role]: readonly [string, string],
  [sold, spent, other, price, lowest]: readonly [number, number, number, number, number],
  [cost, profit, margin, floor, verdict]: readonly [number, number, number, number, string] | readonly [],
): readonly Cell[] => [
  name,
  role,
  sold,
  spent,
  other,
  price,
  calc("ROUND(D{row}*VLOOKUP(B{row},'Cost per hour'!$A$5:$I$9,9,FALSE)+E{row},0)", cost ?? 0),
  calc('F{row}-G{row}', profit ?? 0),
  calc('ROUND(H{row}/F{row},3)', margin ?? 0),
  lowest,
  calc('ROUNDUP(G{row}/(1-J{row})/50,0)*50', floor ?? 0),
  calc(
    'IF(F{row}<G{row},"Loses money",IF(F{row}<K{row},"Raise or decline",IF(I{row}>=J{row}+0.15,"Sell more","Keep")))',
    verdict ?? '',
  ),
]

export const servicesSheet: Sheet = {
  name: 'Margin by service',
  intro: [
    'One line for each service you sold last year, with the hours it really took. For a new inquiry: expected hours in both columns.',
    'Floor price = cost ÷ (1 − lowest margin), rounded up to $50. Below it, decline or take scope out.',
  ],
  columns: [
    { title: 'Service', width: 32, kind: 'text', input: true },
    { title: 'Role (or All)', width: 22, kind: 'text', input: true },
    { title: 'Hours sold', width: 11, kind: 'number', input: true },
    { title: 'Hours spent', width: 12, kind: 'number', input: true },
    { title: 'Other costs', width: 13, kind: 'money', input: true },
    { title: 'Price', width: 13, kind: 'money', input: true },
    { title: 'Cost', width: 13, kind: 'money' },
    { title: 'Profit', width: 13, kind: 'money' },
    { title: 'Margin', width: 9, kind: 'percent' },
    { title: 'Lowest margin', width: 14, kind: 'percent', input: true },
    { title: 'Floor price', width: 13, kind: 'money' },
    { title: 'Verdict', width: 20, kind: 'text' },
  ],
  rows: [
    service(
      ['Implementation, fixed price', 'All'],
      [910, 870, 1200, 127500, 0.2],
      [90888, 36612, 0.287, 113650, 'Keep'],
    ),
    service(
      ['Implementation, hourly', 'All'],
      [640, 702, 0, 89600, 0.2],
      [72369, 17231, 0.192, 90500, 'Raise or decline'],
    ),
    service(
      ['Support retainer, one year', 'Consultant'],
      [432, 395, 1800, 58320, 0.2],
      [37469, 20851, 0.358, 46850, 'Sell more'],
    ),
    service(
      ['Custom module', 'Developer'],
      [120, 188, 0, 16800, 0.2],
      [18599, -1799, -0.107, 23250, 'Loses money'],
    ),
    service(
      ['Upgrade of old custom code', 'Developer'],
      [60, 71, 0, 8400, 0.2],
      [7024, 1376, 0.164, 8800, 'Raise or decline'],
    ),
    service(
      ['Training day', 'Senior consultant'],
      [8, 14, 150, 2200, 0.2],
      [1814, 386, 0.175, 2300, 'Raise or decline'],
    ),
    service(
      ['Health check, fixed price', 'Senior consultant'],
      [16, 15, 0, 2900, 0.2],
      [1783, 1117, 0.385, 2250, 'Sell more'],
    ),
    service(
      ['License resale, one year', 'Consultant'],
      [0, 22, 24380, 30478, 0.1],
      [26367, 4111, 0.135, 29300, 'Keep'],
    ),
    service(
      ['Inquiry: second web shop', 'Developer'],
      [90, 90, 0, 9500, 0.2],
      [8904, 596, 0.063, 11150, 'Raise or decline'],
    ),
  ],
  totals: [
    [
      'All without the inquiry',
      null,
      calc('SUM(C5:C12)', 2186),
      calc('SUM(D5:D12)', 2277),
      calc('SUM(E5:E12)', 27530),
      calc('SUM(F5:F12)', 336198),
      calc('SUM(G5:G12)', 256313),
      calc('SUM(H5:H12)', 79885),
      calc('ROUND(H14/F14,3)', 0.238),
      null,
      calc('SUM(K5:K12)', 316900),
      calc('COUNTIF(L5:L12,"Raise or decline")+COUNTIF(L5:L12,"Loses money")&" to change"', '4 to change'),
    ],
  ],
}

/** The same formula for the three models; `@` stands for the column. */
const models = (
  [name, unit]: readonly [string, string],
  formula: string,
  values: readonly (number | string)[],
  means: string,
): readonly Cell[] => [
  name,
  unit,
  ...['C', 'D', 'E'].map((column, index) => calc(formula.replaceAll('@', column), values[index] ?? 0)),
  means,
]

const profitAt = (needed: number) =>
  `ROUND(@6*(@5-(1-@8/100)*MAX(0,@5-@${needed})+@9/100*MAX(0,@${needed}-@5))-@${needed}*(1+@10/100)*@11,0)`

export const modelsSheet: Sheet = {
  name: 'Three models',
  intro: [
    'The same year of work for one client, sold in three ways. Change the colored cells to your own offer.',
    'Profit = paid hours × price − needed hours × (1 + own time) × cost per hour.',
  ],
  columns: [
    { title: 'Line', width: 40, kind: 'text' },
    { title: 'Unit', width: 7, kind: 'text' },
    { title: 'Fixed price', width: 13, kind: 'number', input: true },
    { title: 'Hourly', width: 13, kind: 'number', input: true },
    { title: 'Retainer', width: 13, kind: 'number', input: true },
    { title: 'What it means', width: 86, kind: 'text' },
  ],
  rows: [
    ['Hours in the offer', 'h', 400, 400, 432, 'Retainer: 36 hours in each of 12 months'],
    [
      'Price per hour',
      '$',
      155,
      145,
      135,
      'Fixed price holds a premium for risk; a retainer pays for planning ahead',
    ],
    models(['Offer', '$'], '@5*@6', [62000, 58000, 58320], 'What the client reads'),
    [
      'Unused hours that are paid',
      '%',
      100,
      0,
      100,
      'Fixed: the gain is yours. Retainer: hours lapse after the quarter',
    ],
    [
      'Extra hours that are paid',
      '%',
      0,
      85,
      90,
      'Hourly: about one extra hour in seven ends as a discount after a discussion',
    ],
    [
      'Own time for reports and invoices',
      '%',
      3,
      8,
      4,
      'Hourly needs time sheets with a reason for every entry',
    ],
    models(
      ['Cost per hour', '$'],
      "ROUND('Cost per hour'!$I$9,0)",
      [103, 103, 103],
      'From the sheet Cost per hour, all roles, rounded',
    ),
    ['It goes well: hours needed', 'h', 340, 340, 340, 'One year in four'],
    ['As planned: hours needed', 'h', 400, 400, 400, 'Two years in four'],
    ['It goes badly: hours needed', 'h', 520, 520, 520, 'One year in four'],
    models(
      ['Profit when it goes well', '$'],
      profitAt(12),
      [25929, 11478, 21899],
      'A fixed price rewards those who work well',
    ),
    models(['Profit as planned', '$'], profitAt(13), [19564, 13504, 15472], 'What most calculations stop at'),
    models(
      ['Profit when it goes badly', '$'],
      profitAt(14),
      [6833, 14945, 13310],
      'What decides whether you sleep',
    ),
    models(
      ['Profit on average', '$'],
      'ROUND(0.25*@15+0.5*@16+0.25*@17,0)',
      [17973, 13358, 16538],
      'One, two and one year in four',
    ),
    models(
      ['Margin as planned', '%'],
      'ROUND(@16/(@16+@13*(1+@10/100)*@11)*100,0)',
      [32, 23, 27],
      'Profit ÷ what the client pays',
    ),
    models(
      ['Best less worst result', '$'],
      'MAX(@15:@17)-MIN(@15:@17)',
      [19096, 3467, 8589],
      'The risk you carry, in money',
    ),
    models(
      ['Hours at which nothing is left', 'h'],
      'IF(@6*@9/100>=@11*(1+@10/100),"never",ROUND((@7-@6*@9/100*@5)/(@11*(1+@10/100)-@6*@9/100),0))',
      [584, 'never', 'never'],
      'Paid extra hours above cost never eat the profit',
    ),
  ],
}
