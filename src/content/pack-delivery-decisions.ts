import type { PackDocument } from './pack-types.ts'

export const gateReview: PackDocument = {
  file: 'gate-review',
  title: 'Gate review: gate [number], [name]',
  subtitle: '[Project], [date]. 45 minutes. Criteria come from the sheet Gates in project-plan.xlsx.',
  blocks: [
    {
      kind: 'text',
      text: 'A gate has three results: **pass**, **pass with dates** (never for a blocker), **stop**. The client’s sponsor signs, the project lead advises. Whoever says yes to a criterion has seen its proof.',
    },
    {
      kind: 'table',
      caption: 'Criteria (the three of gate 3 are an example)',
      columns: ['Criterion', 'Met', 'Proof seen', 'If not: owner, day'],
      widths: [34, 10, 28, 28],
      rows: [
        ['All custom code is reviewed and in the repository', 'yes', 'Review list, 38 entries', ''],
        ['The second trial load reconciles to the cent', 'yes', 'Control totals, signed 24 March', ''],
        ['No known defect blocks a main process', 'yes', 'Defect list: none of severity 1', ''],
        ['[criterion]', '[yes or no]', '[document, person, day]', '[owner, day]'],
        ['[criterion]', '[yes or no]', '[document, person, day]', '[owner, day]'],
      ],
    },
    { kind: 'heading', level: 1, text: 'Before we sign' },
    {
      kind: 'checklist',
      items: [
        'Dates of the next phase are checked against holidays and people',
        'Budget: hours used, hours left, expected total',
        'High risks were read aloud and have an owner in the room',
        'Open change requests are signed, declined or dated',
        'Payment that hangs on this gate is named: [amount]',
      ],
    },
    {
      kind: 'fields',
      items: [
        { label: 'Result', example: 'Pass with dates' },
        {
          label: 'Conditions, each with owner and day',
          example: 'Two severity-2 defects in returns: Sam, 1 April',
        },
        { label: 'Next phase starts on', example: '30 March 2027' },
        { label: 'Payment released', example: '$31,875, second trial load' },
        { label: 'Sponsor: name, date, signature', example: 'Ines Calder, 25 March 2027' },
        { label: 'Project lead: name, date, signature', example: 'Mara Lindgren, 25 March 2027' },
      ],
    },
    {
      kind: 'note',
      title: 'When it says stop',
      text: 'Write what is missing, who brings it and the day of the next review, before people leave the room. Move the plan the same day. A gate that was never closed to anybody is a ceremony.',
    },
  ],
}

export const changeRequest: PackDocument = {
  file: 'change-request',
  title: 'Change request CR-[number]: [title]',
  subtitle: '[Project]. Asked by [name] on [date]. Answer of [your company] on [date], valid for [14] days.',
  blocks: [
    {
      kind: 'fields',
      items: [
        {
          label: 'What should be different, and for whom',
          example: 'Dispatch can choose a second carrier per delivery; 4 people',
        },
        {
          label: 'Why, in money or risk',
          example: 'Pallets above 30 kg cost $6 less with the second carrier; about 20 a day',
        },
        {
          label: 'What happens without it',
          example: 'Dispatch books these pallets in the carrier’s portal, as today',
        },
        { label: 'Part of the agreed scope?', example: 'No. Line 10 of the estimate holds one carrier' },
      ],
    },
    { kind: 'heading', level: 1, text: 'What it takes' },
    {
      kind: 'table',
      caption: 'Hours and price (example; the price uses the rate of the contract)',
      columns: ['Work', 'Hours', 'Price'],
      widths: [60, 20, 20],
      right: [1, 2],
      rows: [
        ['Interface to the second carrier, as in line 10', '9.8', '$1,372'],
        ['Choice by weight and country, screen for exceptions', '12.0', '$1,680'],
        ['Test and fixes, 20%', '4.4', '$616'],
        ['Project management, 12%', '3.1', '$434'],
        ['Sum', '29.3', '$4,102'],
        ['[work]', '[hours]', '[price]'],
      ],
    },
    {
      kind: 'table',
      caption: 'Effect on the project (example)',
      columns: ['On', 'Before', 'After'],
      widths: [34, 33, 33],
      rows: [
        ['Acceptance', '9 April', '14 April, or unchanged if done in June'],
        ['Go-live', '19 April', '19 April at risk: three days of reserve are gone'],
        ['Budget', '$127,500', '$131,602'],
        ['Your people', 'as planned', '6 hours of dispatch for test'],
        ['Running cost', 'none', '$140 a month for the second connector'],
      ],
    },
    { kind: 'heading', level: 1, text: 'Decision' },
    {
      kind: 'checklist',
      items: [
        'Yes, now, with the effects above',
        'Yes, later: after [date], at the same price',
        'Yes, and in exchange we leave out [requirement]',
        'No',
      ],
    },
    {
      kind: 'fields',
      items: [
        { label: 'Our advice', example: 'Later: in June, with two weeks of real deliveries to test on' },
        { label: 'Client: name, date, signature', example: 'Ines Calder, 18 March 2027' },
        { label: 'Project lead: name, date, signature', example: 'Mara Lindgren, 16 March 2027' },
      ],
    },
    {
      kind: 'note',
      title: 'Before you send it',
      text: 'Under one hour of work? Do it, and write it down as a gift with its price: after five gifts the sixth wish is easier to talk about. Looking into a large wish costs money too: ask for [hours] hours to estimate it.',
    },
  ],
}
