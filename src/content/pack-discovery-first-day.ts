import type { Workshop } from './pack-discovery-agenda.ts'

const morning: Workshop['times'] = ['09:00', '09:10', '09:50', '10:40', '10:55', '11:45', '12:10', '12:30']
const afternoon: Workshop['times'] = ['13:30', '13:40', '14:20', '15:10', '15:25', '16:15', '16:40', '17:00']

export const firstDay: readonly Workshop[] = [
  {
    department: 'Finance',
    day: 'day 1, morning',
    times: morning,
    people: [
      'Head of finance (decides)',
      'One person each who posts customer payments and supplier invoices',
      'Controller, for the first 90 minutes',
      'Tax adviser, by phone from 11:00 to 11:45',
    ],
    bring: [
      'Chart of accounts and the list of dimensions',
      'Trial balance and the management report of the last closed month',
      'One real supplier invoice that needed approval, and one that was stopped',
      'One invoice for each tax case',
      'List of bank accounts with their formats',
    ],
    realCase: 'one supplier invoice, from the mailbox to the payment run.',
    goals: [
      'Every step of the month end with its day and its owner.',
      'All tax cases, each with a real document.',
      'What has to agree to the cent on the day of go-live, and who signs it.',
    ],
    example: {
      client: 'Harrow & Finch, 12 January',
      answers: [
        [
          'Walk us through the last month end.',
          'Seven working days. Day 3 to 5 is waiting for freight invoices.',
          'Freight is accrued from the delivery at the agreed rate; the difference posts when the invoice comes. Must.',
        ],
        [
          'Who can create a supplier, change its bank and pay it?',
          'Tessa does all three, and the owner signs the list.',
          'A bank change waits for a second person and is logged. Must.',
        ],
        [
          'How does a payment find its invoice?',
          'By hand, 60 a day, about 50 minutes. Nine in ten quote the number.',
          'Payments that quote one open invoice number are matched without a click. Should.',
        ],
        [
          'How many years of history?',
          '"All of it." Used: two years of sales by customer.',
          'Open items and balances as postings; two years of sales as figures for reports only. Agreed.',
        ],
      ],
      decisions: [
        { label: 'Who decides about open points', example: 'Helen Finch, head of finance, until 19 January' },
        {
          label: 'What stays outside the project',
          example: 'Fixed assets (412 items) stay with the tax adviser this year',
        },
        {
          label: 'Who sends what',
          example: 'Tessa Grant sends the bank formats and twelve tax examples by 15 January',
        },
      ],
      lesson:
        'The seven days were not a finance problem. Freight came late because the warehouse kept the papers ' +
        'until Friday. The same sentence came up again the next morning, in the stock workshop.',
    },
  },
  {
    department: 'Sales',
    day: 'day 1, afternoon',
    times: afternoon,
    people: [
      'Head of sales (decides)',
      'One person from the field and one from order entry',
      'Whoever keeps the price list',
      'Finance, one person, to hear about credit limits and discounts',
    ],
    bring: [
      'The last won and the last lost quotation',
      'The price list, and the contract of the customer with most exceptions',
      'Ten orders as they arrived: mail, PDF, phone note, portal',
      'The forecast that you really use',
      'Customer list as a file, with date of last order',
    ],
    realCase: 'the last order won, from the first call to the confirmation.',
    goals: [
      'How a price is found, in one order of rules that everybody in the room accepts.',
      'Orders a day by each way in, with minutes.',
      'What a salesperson must see at the customer’s door.',
    ],
    example: {
      client: 'Harrow & Finch, 12 January',
      answers: [
        [
          'Which price wins?',
          'Two answers in the room: contract (field) and campaign (order entry).',
          'The lower of contract and campaign wins; the order line shows which. Decided by Paul on the spot. Must.',
        ],
        [
          'By which ways do orders arrive?',
          '420 a month: 260 by PDF, 110 by phone, 50 through a retailer’s portal. 11 minutes each.',
          'An order line is entered with customer item number alone; price and text fill themselves. Must.',
        ],
        [
          'What do you promise about the date?',
          'Four weeks, always. The warehouse laughs.',
          'The confirmation shows the date from stock and open purchase orders. Should.',
        ],
        [
          'How many customers?',
          '2,900 in the list, 780 bought in the last 18 months.',
          'Customers without an order in 18 months are not loaded; the list is signed before the first trial load. Agreed.',
        ],
      ],
      decisions: [
        {
          label: 'Who decides about open points',
          example: 'Paul Lindqvist, head of sales, until 19 January',
        },
        {
          label: 'The three requirements with most points',
          example: 'Entry by customer item number (14), one price rule (11), date from stock (9)',
        },
        { label: 'What stays outside the project', example: 'Commission; stays in its sheet until July' },
      ],
      lesson:
        'Two people found out in front of us that they quote the same customer two prices. Let such a silence ' +
        'last; then ask who decides.',
    },
  },
]
