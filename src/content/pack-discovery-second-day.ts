import type { Workshop } from './pack-discovery-agenda.ts'

const morning: Workshop['times'] = ['08:30', '08:40', '09:20', '10:10', '10:25', '11:15', '11:40', '12:00']
const afternoon: Workshop['times'] = ['12:45', '12:55', '13:35', '14:25', '14:40', '15:30', '15:55', '16:15']

export const secondDay: readonly Workshop[] = [
  {
    department: 'Stock',
    day: 'day 2, morning',
    times: morning,
    people: [
      'Warehouse manager (decides)',
      'One receiver and one picker, both for the whole time',
      'Whoever orders goods',
      'Finance, one person, for counting and value',
    ],
    bring: [
      'Item list as a file: unit, cost, date of last movement',
      'Pick list, packing slip and label of one real order',
      'Result of the last count, with differences in money',
      'A delivery that arrived short or damaged, with its papers',
      'Safety shoes for two visitors: we walk the route first',
    ],
    realCase: 'one order picked on foot, with a watch and two observers.',
    goals: [
      'Each place where goods can be, vans and corners included.',
      'Minutes and meters for receipt, picking and shipping.',
      'Which tracking the law or a customer demands, and from which step.',
    ],
    example: {
      client: 'Harrow & Finch, 13 January',
      answers: [
        [
          'A truck is at the door. What happens?',
          'Papers go into a tray; Friday afternoon Ben types them.',
          'Receipt is confirmed on a handheld at the door, against the purchase order. Must.',
        ],
        [
          'May we walk one order with a watch?',
          '23 minutes for 9 lines, 640 meters, two calls to the office for a bin.',
          'Pick list is sorted by route and shows the bin. Must.',
        ],
        [
          'Which units?',
          'Bought by pallet, kept by piece, sold by set of four chairs.',
          'A set is sold as one line and reserves its four pieces. Must.',
        ],
        [
          'Last count?',
          '2.4% of value, mostly chairs of returned sets.',
          'A return of a set asks which pieces came back. Should.',
        ],
      ],
      decisions: [
        {
          label: 'Who decides about open points',
          example: 'Ben Arkwright, warehouse manager, until 20 January',
        },
        {
          label: 'Who sends what',
          example: 'Ben sends the floor plan with bins by 18 January; Tessa the count of December',
        },
        {
          label: 'What stays outside the project',
          example: 'Carrier portal of the island deliveries (3 a week)',
        },
      ],
      lesson:
        'The Friday tray explains three complaints at once: late freight in finance, wrong dates in sales and ' +
        'missing chairs here. One handheld at the door is worth more than any report.',
    },
  },
  {
    department: 'Service',
    day: 'day 2, afternoon',
    times: afternoon,
    people: [
      'Head of service (decides)',
      'The planner, for the whole time',
      'Two technicians, one who likes paper',
      'Whoever writes service invoices',
    ],
    bring: [
      'Three contracts: the simplest, the largest, the strangest',
      'Ten service reports of last week, as they came in',
      'The plan of this week and of the same week last year',
      'List of machines in the field as a file, with serial numbers',
      'What a technician carries: phone, forms, van stock list',
    ],
    realCase: 'the last emergency call, from the ring to the invoice.',
    goals: [
      'What decides who goes where, as rules.',
      'Days from visit to invoice, and where they are lost.',
      'What a technician needs without a signal.',
    ],
    example: {
      client: 'Otway Pumps, 6 May',
      answers: [
        [
          'How many second visits?',
          'One in four, says the planner. The technicians say: one in three, for parts.',
          'The job shows parts used on this machine in the last three visits. Must.',
        ],
        [
          'What will have changed by noon?',
          'Six of 18 jobs. Everybody is told by phone.',
          'A changed job reaches the technician’s phone and must be confirmed. Must.',
        ],
        [
          'How many days from visit to invoice?',
          '19 on average; 11 of them the report lies in a van.',
          'Report is signed on the phone, also without signal, and sent the same day. Must.',
        ],
        [
          'Which contracts rise in price?',
          '37 of 90 have an index clause; the last rise was in 2023.',
          'A list 60 days before each anniversary shows old price, new price and clause. Should.',
        ],
      ],
      decisions: [
        { label: 'Who decides about open points', example: 'Gwen Otway, head of service, until 13 May' },
        {
          label: 'The three requirements with most points',
          example: 'Signed report without signal (15), parts of last visits (12), confirmed changes (9)',
        },
        {
          label: 'What stays outside the project',
          example: 'Route optimization; looked at again after six months',
        },
      ],
      lesson:
        'The index clauses alone were worth about $31,000 a year, more than the project’s first phase. Nobody had ' +
        'asked for them; the question was on the list.',
    },
  },
]
