import type { Block, PackDocument } from './pack-types.ts'

type Message = { readonly subject: string; readonly lines: readonly string[] }

const message = (title: string, { subject, lines }: Message): Block[] => [
  { kind: 'heading', level: 2, text: title },
  { kind: 'text', text: `**Subject:** ${subject}` },
  ...lines.map((text): Block => ({ kind: 'text', text })),
]

function announcement(title: string, rules: readonly string[], text: Message, sent: Message): Block[] {
  return [
    { kind: 'heading', level: 1, text: title },
    { kind: 'list', items: rules },
    ...message('Text', text),
    ...message('Filled example', sent),
  ]
}

const kickoff = announcement(
  '1. Kickoff',
  [
    '**From:** the managing director, signed by name. Never from the project mailbox.',
    '**To:** everyone who will use the system, on the day after the kickoff meeting.',
    '**Says:** why, what changes for you, what does not, who is responsible, when you hear more.',
  ],
  {
    subject: 'From [month] we work with one system',
    lines: [
      'Dear colleagues,',
      'on [date] we begin to replace [old systems and sheets] by [product]. The reason is simple: [one fact that everybody knows and nobody likes].',
      'What changes for you: [two or three things by team]. What does not change: [jobs, branches, working hours, people to report to].',
      '[Name] leads the project. [Names] from your teams are key users: they try everything first and have [number] hours a week for it, taken from their other work.',
      'You will be trained on your own tasks in the two weeks before go-live on [date]. Until then you need to do nothing but tell your key user what must not get worse.',
      '[name of the managing director]',
    ],
  },
  {
    subject: 'From March we work with one system',
    lines: [
      'Dear colleagues,',
      'on Monday we begin to replace the order program, the lot book and eleven spreadsheets by one system. The reason is simple: in August we needed two days to find out who had received one batch of flour.',
      'What changes for you: the sales desk enters an order once; the warehouse scans at the gate; finance stops copying. What does not change: jobs, shifts and the people you report to.',
      'Judith Voss leads the project. Amy, Karl and Nell are key users: they try everything first and have six hours a week for it, taken from their other work.',
      'You will be trained on your own tasks in the two weeks before go-live on 9 March. Until then you need to do nothing but tell your key user what must not get worse.',
      'Frank Bluegate',
    ],
  },
)

const fourWeeks = announcement(
  '2. Four weeks before go-live',
  [
    '**From:** the head of each team, to that team; same text, own first line.',
    '**Says:** your course, the last day of the old way, what to clean up.',
    '**Also:** printed, beside the time clock or coffee machine. A third of the people do not read mail.',
  ],
  {
    subject: 'Four weeks left: your course and the last day of [old system]',
    lines: [
      'Hello team,',
      'on [go-live date] we start with [product]. Your course is on [date, time, place]. You work on your own device with your own orders, and it ends with a task you do alone.',
      'Last day to enter anything in [old system]: [date and hour]. It stays open for reading until [date].',
      'Please do until [date]: [close old orders, empty the clearing list, write down the sheets you use].',
      'If you cannot come, tell me today, not on the day. There is one more session on [date].',
      '[head of team]; key user: [name]',
    ],
  },
  {
    subject: 'Four weeks left: your course and the last day of the lot book',
    lines: [
      'Hello team, this one is for the people at the gates.',
      'On 9 March we start with the new system. Your course is on 3 March at 06:30 at gate 2. You work with your own handheld and real pallets, and it ends with a delivery you receive alone.',
      'Last day to write anything into the lot book: Friday 6 March, 16:00. It stays in the office for reading until the end of the year.',
      'Please do until 27 February: close receipts older than January, mark each bin that has no label, tell Karl which lists you keep yourselves.',
      'If you cannot come, tell me today, not on the day. There is one more session on 6 March.',
      'Omar Bell; key user: Karl Renn',
    ],
  },
)

const goLive = announcement(
  '3. Go-live day',
  [
    '**From:** the project leader, before the first shift begins; text message or poster for people without mail.',
    '**Says:** it runs, where help stands, what to do when stuck. Nothing else.',
    '**Again:** at noon, three lines: what went wrong, what is solved, what to do meanwhile.',
  ],
  {
    subject: 'We are live. Help stands at [place]',
    lines: [
      'Good morning,',
      '[product] has been running since [hour]. [Opening figures checked by whom].',
      'Help stands at [place] until [hour], in [color] shirts. By phone: [number]. Stuck for more than five minutes? Do not guess, ask.',
      'If nothing works: write it on the paper form [where], we enter it together.',
      'Today slow is fine. Next news at [hour].',
      '[project leader]',
    ],
  },
  {
    subject: 'We are live. Help stands at gate 2 and at the sales desk',
    lines: [
      'Good morning,',
      'the new system has been running since 05:40. Nell has checked stock value and open invoices: both agree to the cent.',
      'Help stands at gate 2 (Karl, Mercy) and at the sales desk (Amy, Jonas) until 17:00, in orange shirts. By phone: 555-0160. Stuck for more than five minutes? Do not guess, ask.',
      'If nothing works: write it on the yellow form beside each printer, we enter it together.',
      'Today slow is fine. Next news at noon.',
      'Judith Voss',
    ],
  },
)

const weekTwo = announcement(
  '4. Week two',
  [
    '**From:** the managing director. The second message with that name, and as important as the first.',
    '**Says:** what works, what we fixed because you said it, from when the old way is closed.',
    '**Only with figures** that people can check. Praise teams, not the project.',
  ],
  {
    subject: 'Two weeks: what you told us and what we changed',
    lines: [
      'Dear colleagues,',
      'in two weeks you [figure: orders, receipts, invoices]. [Team] was fastest to [result].',
      'You told us [number] things. [Number] are fixed, among them: [three, in your words]. Still open: [one or two, with date].',
      'From [date] the [old sheet or system] is read-only. Whoever still needs it tells [name] why; we solve the reason.',
      'On [date] you receive ten short questions. Please answer with your name, because then we can help you and not just count you.',
      '[name of the managing director]',
    ],
  },
  {
    subject: 'Two weeks: what you told us and what we changed',
    lines: [
      'Dear colleagues,',
      'in two weeks you entered 611 orders and scanned 1,340 lots. On Thursday the warehouse answered in four minutes who had received one batch. In August that took two days.',
      'You told us 35 things. 27 are fixed, among them: lot before quantity, the bigger button on the handheld, the missing contract prices. Still open: labels for sacks, by 27 March.',
      'From Tuesday 24 March the price sheet is read-only. Whoever still needs it tells Judith why; we solve the reason.',
      'On 1 April you receive ten short questions. Please answer with your name, because then we can help you and not just count you.',
      'Frank Bluegate',
    ],
  },
)

export const announcements: PackDocument = {
  file: 'announcement-texts',
  title: 'Announcement texts',
  subtitle: 'Kickoff, four weeks before, go-live day and week two: for the client to send in their own name',
  blocks: [
    {
      kind: 'note',
      title: 'You write, the client sends',
      text:
        'A message from a supplier is advertising; the same message from the managing director is a decision. Send ' +
        'the draft three days ahead with the gaps filled, so that it needs no work. Names in the examples are invented.',
    },
    ...kickoff,
    ...fourWeeks,
    { kind: 'page-break' },
    ...goLive,
    ...weekTwo,
  ],
}
