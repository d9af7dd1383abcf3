import { courses } from './pack-adoption-training.ts'
import type { Block, PackDocument } from './pack-types.ts'

interface RolePlan {
  readonly role: string
  readonly aim: string
  readonly parts: readonly (readonly [minutes: string, what: string, exercise: string])[]
  readonly exit: string
}

/** What each role must be able to do alone, and the lesson that leads there. */
const plans: readonly RolePlan[] = [
  {
    role: 'Sales desk',
    aim: 'Enters an order of ten lines in six minutes, knows why the price is what it is, takes back a return.',
    parts: [
      ['10', 'Find a customer, an order, a price', 'Three questions a caller asked yesterday'],
      [
        '30',
        'Enter an order; part delivery; change after confirming',
        'Two of their own orders of last week',
      ],
      [
        '20',
        'Which price wins, and what to do when it looks wrong',
        'One contract price, one campaign, one mistake',
      ],
      ['20', 'Return and credit', 'A real return with one broken piece'],
      ['10', 'Exit task', 'See below'],
    ],
    exit: 'Enter [their own order] alone in 8 minutes; price, date and address are right.',
  },
  {
    role: 'Warehouse',
    aim: 'Receives, picks and counts with the handheld, in gloves, without asking the office.',
    parts: [
      ['10', 'Hold, charge and sign in; what to do without a signal', 'Everyone signs in at gate 2'],
      [
        '20',
        'Receive against the purchase order; short delivery; lot number',
        'A pallet prepared with one fault',
      ],
      ['20', 'Pick by route; wrong bin; empty bin', 'Five lines in the real aisle'],
      ['15', 'Count one bin and explain a difference', 'A bin with one piece too many'],
      ['10', 'Exit task', 'See below'],
    ],
    exit: 'Receive [a pallet with one missing box] and pick [five lines] alone; stock is right afterward.',
  },
  {
    role: 'Finance',
    aim: 'Posts invoices and payments on the same day and closes a month by the list.',
    parts: [
      ['20', 'Supplier invoice with order; difference; approval', 'Three invoices from their own mailbox'],
      [
        '25',
        'Bank statement: matched, partly matched, unknown',
        'Yesterday’s statement, bank details masked',
      ],
      ['15', 'Reminder and credit limit', 'One customer who always pays late'],
      ['25', 'Month end by the list, day by day', 'The last closed month, on the trial load'],
      ['10', 'Exit task', 'See below'],
    ],
    exit: 'Post [one statement of 20 lines] alone; the bank account agrees to the cent.',
  },
  {
    role: 'Management',
    aim: 'Reads three figures a week in the system and no longer asks for a spreadsheet.',
    parts: [
      ['10', 'Sign in on the phone', 'Everyone does it, assistants too'],
      [
        '20',
        'Three figures: what they count and what they leave out',
        'Compare with last month’s sheet, explain the difference',
      ],
      ['10', 'Approve and refuse', 'One order over the limit'],
      ['5', 'Exit task', 'See below'],
    ],
    exit: 'Find [open orders of one branch] on the phone in a minute.',
  },
  {
    role: 'Key users',
    aim: 'Answer seven of ten questions in their team and report the other three so that they can be solved.',
    parts: [
      ['30', 'All courses of their role, as co-trainer', 'Lead one exercise'],
      ['20', 'Help without taking the mouse', 'In pairs: ask, wait, point'],
      [
        '20',
        'Write a ticket that gets solved: steps, record number, expected, seen',
        'Two real questions of last week',
      ],
      ['20', 'Who may change what: lists, texts, rights', 'Add one delivery term'],
    ],
    exit: 'Help [a colleague] through [one task] without touching the keyboard.',
  },
]

const planBlocks = plans.flatMap(({ role, aim, parts, exit }): Block[] => [
  { kind: 'heading', level: 2, text: role },
  { kind: 'text', text: `**Aim:** ${aim}` },
  {
    kind: 'table',
    caption: `Lesson: ${role.toLowerCase()}`,
    columns: ['Minutes', 'Content', 'Exercise'],
    widths: [1, 5, 5],
    rows: parts,
  },
  { kind: 'text', text: `**Exit task:** ${exit}` },
])

const roles = ['Sales desk', 'Warehouse', 'Finance', 'Management']

export const coursePlans: PackDocument = {
  file: 'course-plans',
  title: 'Course plans by role',
  subtitle: '[client name], go-live [date]',
  blocks: [
    {
      kind: 'note',
      title: 'How to use this document',
      text:
        'Strike roles that the client does not have, replace each exercise by a case of theirs, then fill in ' +
        'section 3 once for each session. Delete this note and the example.',
    },
    { kind: 'heading', level: 1, text: '1. Who needs which course' },
    {
      kind: 'table',
      caption: 'Courses by role; the sheet Training matrix uses the same',
      columns: ['Course', 'Minutes', ...roles],
      widths: [4, 1.5, 2, 2, 2, 2],
      rows: courses.map(({ id, title, minutes, roles: needed }) => [
        `${id} ${title}`,
        String(minutes),
        ...roles.map((role) => (needed.includes(role) ? 'yes' : '')),
      ]),
    },
    {
      kind: 'list',
      items: [
        'No session is longer than 90 minutes, has more than eight people or mixes two roles.',
        'Courses take place in the last two weeks before go-live. What is learned earlier is forgotten.',
        'Everyone works on their own device, with their own sign-in and rights, on migrated data.',
        'The manager of the team opens the session in two minutes: why we change, and from which day the old way is closed.',
      ],
    },
    { kind: 'heading', level: 1, text: '2. Lessons' },
    ...planBlocks,
    { kind: 'heading', level: 1, text: '3. Session sheet' },
    {
      kind: 'fields',
      items: [
        { label: 'Course and role', example: '[C0 title], [role]' },
        { label: 'Date, time, place', example: '[date], [from–to], [room or gate]' },
        { label: 'Trainer and key user', example: '[name], [name]' },
        { label: 'People', example: '[up to eight names]' },
        { label: 'System and data', example: '[system], [trial load], [sign-ins tested on date]' },
        { label: 'Cases from their own work', example: '[three record numbers]' },
        { label: 'Exit task passed by', example: '[names]; again on [date]: [names]' },
        { label: 'Questions we could not answer', example: '[question], [who answers], [date]' },
      ],
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: 'Filled example: a session at Bluegate Bakery Supplies' },
    {
      kind: 'fields',
      items: [
        { label: 'Course and role', example: 'C4 Goods in and lots, warehouse' },
        {
          label: 'Date, time, place',
          example: 'Tuesday 3 March 2026, 06:30–07:30, gate 2 (before the first truck)',
        },
        {
          label: 'Trainer and key user',
          example: 'Mercy Osei; Karl Renn receives the second pallet himself',
        },
        { label: 'People', example: 'Tia Moss, Omar Bell, Gil Petrov, Lena Fry, Max Dorn' },
        {
          label: 'System and data',
          example: 'BB-TEST, trial load of 27 February; six sign-ins tested on 2 March',
        },
        {
          label: 'Cases from their own work',
          example: 'Purchase orders 4411 (flour, two lots), 4418 (one box short), 4420 (wrong item)',
        },
        {
          label: 'Exit task passed by',
          example: 'Tia, Omar, Lena, Max; again on 6 March: Gil (left at 06:50 for a delivery)',
        },
        {
          label: 'Questions we could not answer',
          example: 'Who decides about flour past its date? Judith Voss, 5 March',
        },
      ],
    },
    {
      kind: 'text',
      text:
        'What we changed afterward: the lot number was asked before the quantity, and everybody typed it into the ' +
        'wrong field. Two fields changed places the same day. One course saved a hundred tickets.',
    },
  ],
}
