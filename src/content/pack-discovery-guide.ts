import type { PackDocument } from './pack-types.ts'

export const discoveryGuide: PackDocument = {
  file: 'discovery-workshop-guide',
  title: 'Discovery Workshop Guide',
  subtitle: 'Four departments in two days, and a fit-gap list on the third',
  blocks: [
    { kind: 'heading', level: 1, text: 'What two days must bring' },
    {
      kind: 'text',
      text:
        'A discovery is good when a colleague who was not there can estimate from its papers. That needs four ' +
        'things: how the work runs today, what it must do tomorrow, what is outside, and who decides. Two days ' +
        'are enough for a client of 20 to 80 users with one company. Add half a day for each further company, ' +
        'and a day for production.',
    },
    {
      kind: 'list',
      items: [
        '**This guide**: preparation, the two days, how to ask, and the week after.',
        '**agenda-finance, -sales, -stock, -service.docx**: agenda to send, 16 questions with what to listen for, a filled example.',
        '**process-map.docx**: a swimlane map as a table that anyone can edit, with one process before and after.',
        '**fit-gap.xlsx**: requirements with class and hours, totals by class and department, and all 64 questions to record answers.',
      ],
    },
    { kind: 'heading', level: 1, text: 'Two weeks before' },
    {
      kind: 'table',
      caption: 'Preparation',
      columns: ['Days before', 'What', 'Who', 'Why'],
      widths: [1, 5, 2, 4],
      rows: [
        [
          '10',
          'Call the sponsor: three reasons for the project, and what would make it a failure',
          'Host',
          'These sentences open each workshop',
        ],
        [
          '10',
          'Ask for one decision maker and two doers for each department, by name',
          'Project manager',
          'A room of managers describes a company that does not exist',
        ],
        [
          '5',
          'Send agendas and the lists of what to bring',
          'Project manager',
          'Cases need time to be found',
        ],
        [
          '5',
          'Load item, customer and account lists into the test system',
          'Technical consultant',
          'Their own names on the screen make people talk',
        ],
        [
          '3',
          'Strike questions that do not apply, add three of your own',
          'Host and writer',
          'Sixteen are enough for three hours',
        ],
        [
          '1',
          'Check room, wall, projector, guest network; print the empty map in A3',
          'Writer',
          'The first ten minutes set the tone',
        ],
      ],
    },
    { kind: 'heading', level: 1, text: 'Roles' },
    {
      kind: 'table',
      caption: 'Who does what in the room',
      columns: ['Role', 'Does', 'Does not'],
      widths: [2, 5, 4],
      rows: [
        ['Host', 'Asks, keeps time, sums up after each topic', 'Show the product, promise hours, type'],
        [
          'Writer',
          'Types answers and requirements on the projector, draws the map',
          'Discuss; asks at the end of a topic only',
        ],
        [
          'Decision maker',
          'Decides in the room or names a date',
          'Answer in place of the people who do the work',
        ],
        ['Doers', 'Show their real work, with their real papers', 'Prepare slides'],
        [
          'Sponsor',
          'Opens day 1 in five minutes, hears the summary on day 2',
          'Sit in for the whole time: people speak less',
        ],
      ],
    },
    { kind: 'heading', level: 1, text: 'The two days' },
    {
      kind: 'table',
      caption: 'Timetable',
      columns: ['Time', 'Day 1', 'Day 2'],
      widths: [2, 4, 4],
      rows: [
        ['08:30', 'Set up; host and writer agree on signs', 'Stock workshop begins with a walk'],
        ['08:50', 'Sponsor: why we do this (10 minutes)', 'Stock workshop'],
        ['09:00–12:30', 'Finance workshop', 'Stock workshop, until 12:00'],
        ['Lunch', 'With the sales team', '45 minutes, with the warehouse'],
        ['Afternoon', 'Sales workshop, 13:30–17:00', 'Service workshop, 12:45–16:15'],
        [
          '16:30',
          'Sales workshop until 17:00',
          'Summary for the sponsor (30 minutes): top ten requirements, open decisions',
        ],
        [
          'Evening',
          'Host and writer class the requirements of the day (90 minutes)',
          'Same, and the list of gaps',
        ],
      ],
    },
    {
      kind: 'note',
      title: 'Finance first, service last',
      text:
        'Finance knows where the others cause work. Its answers give you the best questions for sales and stock. ' +
        'Service comes last because it uses what the other three produce.',
    },
    { kind: 'heading', level: 1, text: 'Rules for the room' },
    {
      kind: 'list',
      ordered: true,
      items: [
        'Cases before opinions. "Show me the last one" beats "how do you usually do it".',
        'The person who does the work answers first, the manager second.',
        'No solutions before the break. When one comes up, the writer puts it on the parking list.',
        'Nobody says "that is easy" or "the system cannot do that". You do not know yet.',
        'Each requirement is read aloud once and corrected by those who asked for it.',
        'A disagreement gets five minutes, then a name and a date.',
      ],
    },
    { kind: 'heading', level: 1, text: 'How to ask' },
    {
      kind: 'table',
      caption: 'From a closed question to a useful one',
      columns: ['In place of', 'Ask', 'Because'],
      widths: [3, 4, 4],
      rows: [
        [
          'Do you need lot tracking?',
          'A supplier calls back a batch. What do you do this morning?',
          'The answer shows from which step to which',
        ],
        [
          'Is the credit check important?',
          'When did you last lose money on a customer? What did you know before?',
          'Everything is important until it has a case',
        ],
        [
          'How many approvals do you want?',
          'Tell us of one thing that should have been stopped.',
          'Wished approvals slow down work, needed ones are few',
        ],
        [
          'Which reports do you need?',
          'What did you decide last month, and on which figure?',
          'Ten reports remain of sixty',
        ],
        ['Any other requirements?', 'What must not get worse?', 'People forget what works'],
      ],
    },
    {
      kind: 'list',
      items: [
        '**Wait four seconds** after an answer. The second half is often the important one.',
        '**Ask for the number**: how often, how long, how many, how much. Estimates are fine, mark them with "about".',
        '**Repeat in your words** and let them correct you. Write down the correction.',
        '**Follow the paper**: each form, sheet and sticky note in use is a requirement or a fault.',
      ],
    },
    { kind: 'heading', level: 1, text: 'How to write a requirement' },
    {
      kind: 'table',
      caption: 'Filled example: from what was said to what can be tested',
      columns: ['Said in the room', 'Too vague', 'Good'],
      widths: [3, 3, 5],
      rows: [
        [
          '"Ben types the papers on Friday."',
          'Faster goods receipt',
          'A receipt is confirmed on a handheld at the door, against the purchase order',
        ],
        [
          '"We always say four weeks."',
          'Better delivery dates',
          'The confirmation shows a date from stock and open purchase orders',
        ],
        [
          '"Anyone can change a bank account here."',
          'More security for suppliers',
          'A change of a supplier’s bank waits for a second person and is logged',
        ],
      ],
    },
    { kind: 'heading', level: 1, text: 'Fit, configure, extend, gap' },
    {
      kind: 'table',
      caption: 'How to class a requirement on the same evening',
      columns: ['Class', 'Test', 'Usual hours', 'Before you write it down'],
      widths: [2, 4, 2, 4],
      rows: [
        ['Fit', 'You can show it in the test system as delivered', '1–2', 'Show it to the person who asked'],
        ['Configure', 'You can set it up without code', '3–8', 'Name the setting'],
        [
          'Extend',
          'Add-on, report, flow or small interface',
          '10–25',
          'Add license or monthly fee of the add-on',
        ],
        [
          'Gap',
          'None of these',
          '25 and more',
          'Ask whether the process can change; offer both, each with its price',
        ],
      ],
    },
    {
      kind: 'list',
      items: [
        'If two consultants class a requirement differently, take the worse class and write down why.',
        'No Must stays Open when the statement of work is signed. The sheet says "Decide" beside each.',
        'If more than a fifth of the Must requirements are gaps, do not estimate. Talk to the sponsor about scope or process first.',
        'Hours here are for sorting. The price comes from the estimate, with range and assumptions.',
      ],
    },
    { kind: 'heading', level: 1, text: 'The week after' },
    {
      kind: 'table',
      caption: 'From the last workshop to the statement of work',
      columns: ['Working day', 'What', 'Result'],
      widths: [1, 6, 4],
      rows: [
        ['1', 'Send answers and requirements to each department: two days to correct', 'Corrected sheet'],
        ['2–3', 'Try every Fit and the three largest Configure in the test system', 'Classes you can defend'],
        ['3', 'Call each name on the list of open decisions', 'Decision or date'],
        ['4', 'Estimate, with best, likely and worst case', 'Hours and range'],
        [
          '5',
          'One hour with sponsor and decision makers: gaps, exclusions, order of releases',
          'Agreed scope',
        ],
        ['5', 'Write the statement of work; requirement list is its annex', 'Document to sign'],
      ],
    },
    { kind: 'heading', level: 1, text: 'When it goes wrong' },
    {
      kind: 'table',
      caption: 'Trouble in the room',
      columns: ['What happens', 'What to do'],
      widths: [4, 7],
      rows: [
        [
          'The manager answers everything',
          'Ask the doer to share the screen and do the task. Managers fall silent when they see it.',
        ],
        [
          '"We want it exactly as in the old system"',
          'Ask which result of it somebody uses, and write down the result.',
        ],
        [
          'A key person is missing',
          'Hold the workshop, mark the topics, book 45 minutes with them this week.',
        ],
        [
          'Two departments quarrel',
          'Draw both versions side by side. Minutes and money decide, or the sponsor does at 16:30.',
        ],
        ['Time runs out', 'Drop drawing, keep the reading back. A map can be drawn later; agreement cannot.'],
      ],
    },
  ],
}
