import type { PackDocument } from './pack-types.ts'

export const quarterlyReview: PackDocument = {
  file: 'quarterly-review',
  title: 'Quarterly review',
  subtitle: '[client name], review [number] of the year, [date]',
  blocks: [
    {
      kind: 'note',
      title: 'How to use this document',
      text:
        'Section 1 is for you. Send section 2 five working days before, fill in section 3 during the meeting ' +
        'and send it the next morning. Delete this note and the example.',
    },
    { kind: 'heading', level: 1, text: '1. Prepare (90 minutes, one week before)' },
    {
      kind: 'checklist',
      items: [
        'Sponsor has confirmed; if a deputy comes, a new date is offered',
        'Satisfaction question sent two days before: "How likely are you to recommend us, 0 to 10, and why?"',
        'Usage: licensed users, users active each week, the three least used modules',
        'Tickets: number, the three most frequent subjects, everything older than 30 days',
        'Promises of the last review: each with done, late or dropped, and the reason',
        'One benefit measured in minutes or money',
        'Up to three proposals with hours and price, none of them without a reason from their own figures',
        'Health score renewed; open signs discussed with support',
      ],
    },
    { kind: 'heading', level: 1, text: '2. Agenda (60 minutes)' },
    {
      kind: 'table',
      caption: 'Agenda to send to the client',
      columns: ['Minutes', 'Topic', 'Who leads', 'On the table'],
      widths: [1.5, 5, 2, 4],
      rows: [
        ['0–5', 'What changed in your business since [month]?', '[sponsor]', 'Nothing. We listen.'],
        ['5–15', 'Promises of the last review', '[account lead]', 'List with done, late, dropped'],
        [
          '15–25',
          'Use of the system and one benefit in figures',
          '[account lead]',
          'Chart of weekly users, half page on [process]',
        ],
        [
          '25–35',
          'What stops your people: tickets and observations',
          '[client key user]',
          'Top three subjects and what we change',
        ],
        [
          '35–45',
          'Next three months on your side and ours',
          '[sponsor]',
          'Calendar: season, audit, release, holidays',
        ],
        ['45–55', 'Proposals and decisions', '[account lead]', 'At most three, each with price and reason'],
        ['55–60', 'Read decisions aloud; date of the next review', '[account lead]', 'Minutes on the screen'],
      ],
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: '3. Minutes' },
    {
      kind: 'fields',
      items: [
        { label: 'Present', example: '[names and roles]' },
        { label: 'Answer 0 to 10, and why', example: '[number], "[reason in their words]"' },
        { label: 'Active users each week', example: '[number] of [licensed], [number] at the last review' },
        { label: 'Tickets a month', example: '[number], [number] at the last review' },
        { label: 'Benefit measured', example: '[process: before, after, a year]' },
        { label: 'What is new at the client', example: '[people, plans, worries]' },
      ],
    },
    {
      kind: 'table',
      caption: 'Decisions and promises',
      columns: ['What', 'Who', 'By when', 'Price or free'],
      widths: [6, 2, 2, 2],
      rows: [
        ['[decision, in one sentence]', '[name]', '[date]', '[amount]'],
        ['[promise, in one sentence]', '[name]', '[date]', '[free]'],
      ],
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: 'Filled example: Harrow & Finch, second review' },
    {
      kind: 'fields',
      items: [
        {
          label: 'Present',
          example:
            'Ruth Harrow (managing director), Paul Lindqvist (sales), Dana Whitlock and Owen Hale (Millbrook Systems), 24 September 2027',
        },
        { label: 'Answer 0 to 10, and why', example: '9, "month end takes two days now, and you answer"' },
        { label: 'Active users each week', example: '34 of 38, 31 at the June review' },
        { label: 'Tickets a month', example: '7, 12 at the June review' },
        {
          label: 'Benefit measured',
          example:
            'Order entry: 11 minutes before, 6 now. 420 orders a month make 35 hours a month, about $15,100 a year at $36',
        },
        {
          label: 'What is new at the client',
          example: 'Second warehouse in March; Paul becomes head of operations; board meets on 14 January',
        },
      ],
    },
    {
      kind: 'table',
      caption: 'Example: promises of the June review',
      columns: ['Promise', 'Who', 'State', 'Reason'],
      widths: [5, 2, 1, 4],
      rows: [
        ['Pick list shows the bin beside the item', 'Aline Roux', 'Done', 'Live since 9 July'],
        ['Price list import by the client without us', 'Jonas Brandt', 'Done', 'Used twice in August'],
        [
          'Four unused licenses named and reduced',
          'Dana Whitlock',
          'Late',
          'Two are seasonal; decision today',
        ],
      ],
    },
    {
      kind: 'table',
      caption: 'Example: decisions and promises of this review',
      columns: ['What', 'Who', 'By when', 'Price or free'],
      widths: [6, 2, 2, 2],
      rows: [
        [
          'Two of four unused licenses end with the renewal, two stay for the season',
          'Ruth Harrow',
          'Decided',
          '−$1,080 a year',
        ],
        [
          'Scanner course for the six people of the new warehouse, before it opens',
          'Mercy Osei',
          '18 February',
          '$1,900',
        ],
        ['Estimate for stock transfers between the two warehouses', 'Dana Whitlock', '8 October', 'Free'],
        ['Customer form uses the words of the sales team', 'Jonas Brandt', '1 October', 'Free, our fault'],
        ['Ruth speaks 15 minutes with one interested company', 'Ruth Harrow', 'November', 'Thank you'],
        [
          'Third review: renewal and warehouse, Ruth and Paul present',
          'Dana Whitlock',
          '3 December',
          'Agreed',
        ],
      ],
    },
    {
      kind: 'note',
      title: 'What made this review work',
      text:
        'The reduction of two licenses came from us. It cost $1,080 a year, and the reference and the warehouse ' +
        'order followed in the same hour.',
    },
  ],
}
