import type { PackDocument } from './pack-types.ts'

export const pricingText: PackDocument = {
  file: 'pricing-guide',
  title: 'Pricing and Margin Guide',
  subtitle:
    'What an hour costs you, what each service earns, which model to sell, and the price below which you decline',
  blocks: [
    { kind: 'heading', level: 1, text: 'Two hours that change a year' },
    {
      kind: 'text',
      text: 'Most partner businesses know their rate and their turnover. Few know what one billable hour costs them, or which of their services pays for the others. Open last year’s accounts and time sheets, fill in the colored cells of margin-calculator.xlsx, and you know both before lunch.',
    },
    {
      kind: 'list',
      items: [
        '**margin-calculator.xlsx**: overhead, cost per hour, margin by service, three pricing models.',
        '**price-increase-letters.docx**: the same message in three tones, with answers to objections.',
        '**decline-letters.docx**: how to say no below the floor and keep the relation.',
      ],
    },
    {
      kind: 'text',
      text: 'The example is Alder Row Consulting, an invented partner with eight billable people and one owner. Its prices and salaries are only figures to show the method; yours will differ by country and trade.',
    },
    { kind: 'heading', level: 1, text: 'Step 1: what an hour costs' },
    {
      kind: 'text',
      text: 'Cost per hour = people ÷ billable hours + overhead ÷ all billable hours. Three entries decide about the result, and all three are usually entered too kindly:',
    },
    {
      kind: 'list',
      items: [
        '**Billable share.** Hours on paid invoices ÷ hours present. Not hours on time sheets. 65 to 75% is good for consultants; a project lead is lower.',
        '**The owner.** If you sell and manage for half of the week, that half is overhead at a market salary. Without it you compare your prices with a company that does not pay its director.',
        '**Free repairs.** Hours on defects of your own are not billable, also when the client is friendly about it.',
      ],
    },
    {
      kind: 'table',
      caption: 'Cost per hour at Alder Row',
      columns: ['Role', 'People', 'Billable', 'Cost per hour', 'Lowest rate at 20%'],
      widths: [30, 12, 14, 20, 24],
      right: [1, 2, 3, 4],
      rows: [
        ['Senior consultant', '2', '68%', '$118.84', '$149'],
        ['Consultant', '3', '72%', '$90.30', '$113'],
        ['Developer', '2', '75%', '$98.93', '$124'],
        ['Project manager', '1', '60%', '$123.82', '$155'],
        ['All', '8', '', '$103.09', '$129'],
        ['All, 5 points less billable', '8', '', '$110.98', '$139'],
      ],
    },
    {
      kind: 'note',
      title: 'What the example shows',
      text: 'At one rate of $140 for everybody, each hour of a senior consultant earns less than the margin the owner wants, and nobody noticed because the average looks fine. And five points of billable share weigh as much as a rate rise of $10: without them the lowest rate moves from $129 to $139.',
    },
    { kind: 'heading', level: 1, text: 'Step 2: what each service earns' },
    {
      kind: 'text',
      text: 'Write down what you sold last year, by service, with the hours it really took. The sheet gives margin, floor price and a verdict: Sell more, Keep, Raise or decline, Loses money.',
    },
    {
      kind: 'table',
      caption: 'Margin by service at Alder Row',
      columns: ['Service', 'Price', 'Margin', 'Floor', 'What they did'],
      widths: [28, 13, 11, 13, 35],
      right: [1, 2, 3],
      rows: [
        ['Implementation, fixed price', '$127,500', '29%', '$113,650', 'Kept; estimate always at High'],
        [
          'Implementation, hourly',
          '$89,600',
          '19%',
          '$90,500',
          'Unpaid hours reviewed each Friday; rate to $145',
        ],
        ['Support retainer', '$58,320', '36%', '$46,850', 'Offered to six clients without a contract'],
        ['Custom module', '$16,800', '−11%', '$23,250', 'Only after a paid specification; class New to us'],
        ['Upgrade of old code', '$8,400', '16%', '$8,800', 'Priced by the number of changed files'],
        ['Training day', '$2,200', '18%', '$2,300', '$2,500, or free preparation with three days'],
        ['Health check', '$2,900', '39%', '$2,250', 'First contact for every new client'],
        ['License resale', '$30,478', '13%', '$29,300', 'Lowest margin 10%: few hours, but money lent'],
      ],
    },
    { kind: 'heading', level: 1, text: 'Step 3: your floor price' },
    {
      kind: 'text',
      text: 'Floor price = cost ÷ (1 − lowest margin). At 20% the cost is divided by 0.8; adding 20% to the cost would give 16.7% only. Below the floor three answers are right: less scope, a higher price, or no. Two reasons for an exception are good ones, and both have an end:',
    },
    {
      kind: 'list',
      items: [
        'A first project in a trade you want to enter: one, with a written limit of hours.',
        'People who would otherwise have no work for the next four weeks: the price must still be above their salary cost, and the client must know that it is a date offer.',
      ],
    },
    { kind: 'heading', level: 1, text: 'Step 4: fixed price, hourly or retainer' },
    {
      kind: 'table',
      caption: 'The same 400 hours sold in three ways',
      columns: ['Figure', 'Fixed price', 'Hourly', 'Retainer'],
      widths: [37, 21, 21, 21],
      right: [1, 2, 3],
      rows: [
        ['Offer', '$62,000', '$58,000', '$58,320'],
        ['Profit when it goes well (340 h)', '$25,929', '$11,478', '$21,899'],
        ['Profit as planned (400 h)', '$19,564', '$13,504', '$15,472'],
        ['Profit when it goes badly (520 h)', '$6,833', '$14,945', '$13,310'],
        ['Profit on average', '$17,973', '$13,358', '$16,538'],
        ['Best less worst result', '$19,096', '$3,467', '$8,589'],
      ],
    },
    {
      kind: 'table',
      caption: 'When to offer which',
      columns: ['Model', 'Offer it when', 'Avoid it when', 'Write into the contract'],
      widths: [14, 30, 28, 28],
      rows: [
        [
          'Fixed price',
          'You have done it three times and the scope fits on two pages',
          'The range is wider than ± 20%, or a third party sets the pace',
          'Scope, exclusions, change requests, payment by result',
        ],
        [
          'Hourly',
          'The client decides what happens next, week by week',
          'The client wants a price and hears a budget',
          'Budget, weekly report, stop at 80%, who may order',
        ],
        [
          'Retainer',
          'Work comes every month and speed matters',
          'The first three months are unknown',
          'Hours, answer time, when hours lapse, price of extra hours',
        ],
      ],
    },
    {
      kind: 'text',
      text: 'Fixed price earns most on average and swings most: it suits a company with six projects a year better than one with two. Hourly work hardly swings, and hardly grows. A retainer earns nearly as much as a fixed price at less than half of the risk, and it is paid in advance. A healthy mix at this size: half fixed, a third retainer, the rest hourly.',
    },
    { kind: 'heading', level: 1, text: 'Step 5: raise your prices' },
    {
      kind: 'table',
      caption: 'Ninety days to a new price list',
      columns: ['Days before', 'What you do'],
      widths: [20, 80],
      rows: [
        [
          '90',
          'Calculate. List each client with price, margin and end of contract. Read every clause on prices',
        ],
        ['80', 'Decide: new clients pay the new price from tomorrow. That is the test'],
        ['70', 'Tell your own people, with the reason and the three answers they need'],
        ['65', 'Call the five most important clients yourself, before any letter'],
        [
          '60',
          'Send letters A, B or C. Offer work ordered before the date at the old price; second call after 30 days',
        ],
        ['0', 'First invoice, with the new price named on it'],
        [
          '+30',
          'Count: who stayed, who reduced, who left. With prices up 10% and a margin of 29% you can lose one hour in four and earn the same, if the free hours are sold elsewhere or not paid',
        ],
      ],
    },
    { kind: 'heading', level: 1, text: 'Discounts: give nothing for nothing' },
    {
      kind: 'table',
      caption: 'What to ask for in return',
      columns: ['They ask for', 'You can give', 'In return for'],
      widths: [24, 34, 42],
      rows: [
        ['5% off', '3%', 'Payment in advance instead of 30 days'],
        ['10% off', '10% on the second stage', 'Both stages signed today'],
        ['A free extra', 'The extra at cost', 'A reference call with two prospects, dates agreed'],
        ['"Your best price"', 'The same price, smaller scope', 'Nothing: it is not a discount'],
      ],
    },
    { kind: 'heading', level: 1, text: 'Every quarter' },
    {
      kind: 'checklist',
      items: [
        'Billable share per person, from invoices',
        'Margin of each finished project beside its estimate',
        'Share of turnover below the floor price; write down whose decision each was',
        'Three clients with the lowest margin: price, scope or goodbye',
        'Hours spent on lost proposals, and new prices of vendors taken into the sheets',
      ],
    },
  ],
}
