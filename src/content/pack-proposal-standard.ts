import type { PackDocument } from './pack-types.ts'

export const standardProposal: PackDocument = {
  file: 'standard-proposal',
  title: 'Proposal: [project]',
  subtitle:
    'For [client]. From [your company], [author, telephone]. Version [1], [date], valid until [date].',
  blocks: [
    {
      kind: 'note',
      title: 'How to use this form',
      text: 'The sections stand in the order in which a sponsor, a finance lead and a project lead read. Replace every gap in brackets, keep or delete the example under each heading, and remove this box. Examples: Tidewell Supply, an invented wholesaler, and Alder Row Consulting.',
    },
    { kind: 'heading', level: 1, text: '1. Summary' },
    {
      kind: 'text',
      text: '[Client] wants [result] by [date], because [reason in money or risk]. We propose [solution in one sentence]. It costs [price] for services, fixed, and [price] a year for licenses. You need [number] people for about [hours] hours a week. Work starts on [date]; you go live on [date]. To keep these dates we need your signature by [date].',
    },
    {
      kind: 'note',
      title: 'Example',
      text: 'Tidewell Supply wants one stock figure for both warehouses and the web shop by the end of April, because 1 order in 14 is promised from stock that is not there. We propose to replace the order and stock system with a standard business suite and to connect the shop to it. It costs $127,500 for services, fixed, and $30,478 for licenses in the first year. You need four people for 8 hours a week. Work starts on 11 January; you go live on 19 April. To keep these dates we need your signature by 14 December.',
    },
    { kind: 'heading', level: 1, text: '2. Your situation and your goals' },
    {
      kind: 'text',
      text: 'We spoke with [names and functions] on [dates]. Today [what happens, in their words]. This costs [figure they gave you]. By [date] it has to be different, because [reason]. These are the goals we heard:',
    },
    {
      kind: 'table',
      caption: 'Goals and how we will both see that they are met (first line is an example)',
      columns: ['Goal', 'Today', 'Six months after go-live', 'Measured by'],
      widths: [34, 16, 22, 28],
      rows: [
        ['Orders promised from stock that is not there', '1 in 14', '1 in 100', 'Back-order report, weekly'],
        ['[Goal]', '[figure]', '[figure]', '[report, owner]'],
        ['[Goal]', '[figure]', '[figure]', '[report, owner]'],
      ],
    },
    { kind: 'heading', level: 1, text: '3. What you receive' },
    {
      kind: 'table',
      caption: 'Scope by area (first line is an example)',
      columns: ['Area', 'Included', 'Not included'],
      widths: [18, 46, 36],
      rows: [
        [
          'Web shop',
          'Items, stock and prices out every 10 minutes; orders in; errors on a list',
          'Changes in the shop itself; the second shop planned for the autumn',
        ],
        ['Finance', '[what it does, how many companies, which countries]', '[what stays outside]'],
        ['Sales and purchasing', '[processes, approval levels, price rules]', '[what stays outside]'],
        ['Stock', '[warehouses, devices, counts]', '[what stays outside]'],
        ['Data', '[objects and number of records; two trial loads, one final]', '[history older than]'],
        [
          'Reports and layouts',
          '[number] reports, [number] layouts, by name',
          '[others, at the price per piece]',
        ],
        [
          'Training',
          '[number] sessions of two hours for up to eight people',
          '[training of new staff later]',
        ],
      ],
    },
    { kind: 'heading', level: 1, text: '4. How we work and when' },
    {
      kind: 'table',
      caption: 'Stages and dates (dates of the example)',
      columns: ['Stage', 'From', 'To', 'Ends with'],
      widths: [28, 16, 16, 40],
      rows: [
        ['Discovery', '11 Jan', '22 Jan', 'Scope agreed and signed'],
        ['Design and planning', '25 Jan', '12 Feb', 'Design signed'],
        ['Build and migration', '15 Feb', '25 Mar', 'Second trial load reconciles to the cent'],
        ['Testing and acceptance', '30 Mar', '9 Apr', 'Acceptance signed'],
        ['Training and go-live', '12 Apr', '19 Apr', 'First day in the new system'],
        ['Support', '19 Apr', 'open', 'Hand-over meeting after two weeks'],
      ],
    },
    {
      kind: 'text',
      text: 'Between two stages stands a gate: the next one starts when its criteria are signed. You get a one-page report each [Friday] and a meeting of 45 minutes each [week].',
    },
    { kind: 'heading', level: 1, text: '5. Who does what' },
    {
      kind: 'table',
      caption: 'People on both sides',
      columns: ['Role', 'Who', 'Hours a week', 'Decides or delivers'],
      widths: [24, 24, 16, 36],
      rows: [
        ['Sponsor, client', '[name]', '1', 'Scope, budget, go-live'],
        ['Project lead, client', '[name]', '8', 'Dates, people, decisions within two working days'],
        ['Key user per area', '[names]', '8', 'Requirements, test, corrections in the data'],
        ['Project lead, [your company]', '[name]', '[hours]', 'Plan, report, change requests'],
        ['Consultants, developers', '[names]', '[hours]', 'Design, build, training'],
      ],
    },
    { kind: 'heading', level: 1, text: '6. Price' },
    {
      kind: 'table',
      caption: 'Licenses, without tax (figures of the example; your own from price-tables.xlsx)',
      columns: ['License', 'How many', 'A month', 'First year', 'Later years'],
      widths: [32, 15, 15, 19, 19],
      right: [1, 2, 3, 4],
      rows: [
        ['Full user', '18', '$95', '$18,468.00', '$20,520.00'],
        ['Task user', '24', '$28', '$7,257.60', '$8,064.00'],
        ['Test environment', '1', '$210', '$2,520.00', '$2,520.00'],
        ['Web shop connector', '1', '$140', '$1,512.00', '$1,680.00'],
        ['Extra storage, 10 GB', '4', '$15', '$720.00', '$720.00'],
        ['All licenses', '', '', '$30,477.60', '$33,504.00'],
      ],
    },
    {
      kind: 'table',
      caption: 'Services, fixed price, without tax (figures of the example)',
      columns: ['Stage', 'Due when', 'Hours', 'Price'],
      widths: [34, 38, 12, 16],
      right: [2, 3],
      rows: [
        ['Discovery', '20% on signature: $25,500', '72', '$10,080'],
        ['Design and planning', '25% on signed design: $31,875', '98', '$13,720'],
        ['Build and migration', '25% on second trial load: $31,875', '480', '$67,300'],
        ['Testing and acceptance', '20% on acceptance: $25,500', '108', '$15,120'],
        ['Training and go-live', '10% 30 days after go-live: $12,750', '92', '$12,880'],
        ['First two weeks of support', '', '60', '$8,400'],
        ['All services', '', '910', '$127,500'],
      ],
    },
    {
      kind: 'text',
      text: 'Work beyond this scope costs [rate] an hour and starts after a signed change request. Travel is charged at [cost, with a limit].',
    },
    { kind: 'heading', level: 1, text: '7. What we rely on' },
    {
      kind: 'list',
      items: [
        'Decisions within [two] working days; a named deputy for each key user',
        'Exports of [objects] by [date], corrected by you on our error lists within [five] working days',
        '[Third party] delivers [interface, access, device] by [date]',
        'One test system and access for our people by [date]',
        'If one of these fails, we tell you within [two] days what it does to dates and price',
      ],
    },
    { kind: 'heading', level: 1, text: '8. Risks we see' },
    {
      kind: 'table',
      caption: 'Three risks and what both of us do (first line is an example)',
      columns: ['Risk', 'What we do', 'What you do'],
      widths: [28, 36, 36],
      rows: [
        [
          'The item list has duplicates and old units',
          'Error list after the first trial load; rules for merging',
          'Two people for 10 hours in weeks 7 and 8; decide which items close',
        ],
        ['[Risk]', '[answer, owner]', '[answer, owner]'],
        ['[Risk]', '[answer, owner]', '[answer, owner]'],
      ],
    },
    { kind: 'heading', level: 1, text: '9. Why us' },
    {
      kind: 'text',
      text: '[Client A], [number] users, had the same problem: [what changed, in numbers]. You may call [name, telephone]. [Client B], [number] users: [what changed, in numbers]. [Name], who leads this project, has [what they did, where, when].',
    },
    { kind: 'heading', level: 1, text: '10. Terms' },
    {
      kind: 'note',
      title: 'Check with your lawyer',
      text: 'These lines are a list of what to settle, not a contract. Law differs by country; have yours put them into words once, then reuse that text.',
    },
    {
      kind: 'table',
      caption: 'Terms to settle, with a usual starting point',
      columns: ['Term', 'Usual starting point', 'Ask your lawyer'],
      widths: [22, 42, 36],
      rows: [
        [
          'Acceptance',
          'Ten working days to test; silence after a reminder counts as acceptance',
          'Is silence enough where you are?',
        ],
        [
          'Defects',
          'Repair free of charge for 90 days after acceptance',
          'Longest and shortest period the law allows',
        ],
        ['Liability', 'Limited to the fees of this order; none for lost profit', 'What can never be limited'],
        [
          'Rights in custom code',
          'Client may use it without end; you may reuse what is general',
          'Assignment or license, open-source parts',
        ],
        [
          'Personal data',
          'Processing agreement signed before the first export',
          'Places of storage, subcontractors',
        ],
        [
          'Subcontractors',
          'Allowed, you answer for them as for your own people',
          'Consent needed for data access?',
        ],
        ['Changes', 'Only by signed change request with price and date', 'Who may sign for the client'],
        ['Ending early', 'Either side with 30 days; work done is paid', 'License fees already committed'],
        ['Late payment', 'Work may pause 14 days after a reminder', 'Interest, notice'],
        [
          'Licenses',
          'The vendor’s terms apply and are attached',
          'Price increases, term, who contracts with whom',
        ],
      ],
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: '11. How to say yes' },
    {
      kind: 'list',
      ordered: true,
      items: [
        'Sign below and send this page to [mail] by [date].',
        'We confirm the start and send the first invoice the same day.',
        'Kick-off on [date], 90 minutes, with [names].',
      ],
    },
    {
      kind: 'fields',
      items: [
        {
          label: 'For [client]: name, function, date, signature',
          example: 'Ines Calder, operations director, 14 December 2026',
        },
        {
          label: 'For [your company]: name, function, date, signature',
          example: 'Mara Lindgren, managing partner, 11 December 2026',
        },
        { label: 'Order number of the client, if invoices need one', example: 'PO-2026-3381' },
      ],
    },
  ],
}
