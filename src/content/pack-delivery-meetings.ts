import type { PackDocument } from './pack-types.ts'

export const kickoffAgenda: PackDocument = {
  file: 'kick-off-agenda',
  title: 'Kick-off: [project]',
  subtitle:
    '[Client] and [your company], [date], [time], [place or link]. 90 minutes. Sent out two working days before.',
  blocks: [
    {
      kind: 'text',
      text: 'After this meeting everybody knows the goal in one sentence, the next six weeks, their own hours, and who decides. Not on the agenda: product demonstrations and solutions.',
    },
    {
      kind: 'table',
      caption: 'Agenda',
      columns: ['Min.', 'Point', 'Who', 'Result'],
      widths: [10, 38, 20, 32],
      rows: [
        ['10', 'Why we do this, and why now', 'Sponsor', 'Goal in one sentence, on the wall'],
        ['10', 'Scope and the list of what is out', 'Project lead', 'Nobody is surprised later'],
        ['15', 'Plan: phases, five gates, three dates', 'Project lead', 'Holidays and closing days marked'],
        ['15', 'People: hours a week, deputies', 'Client’s lead', 'Names in the table below'],
        ['15', 'How we decide, how we change', 'Both leads', 'Two working days; change request form'],
        ['15', 'Three risks, one from each table', 'All', 'Owner and date for each'],
        ['5', 'Channels, ticket list, weekly meeting', 'Project lead', 'Invitations are out today'],
        ['5', 'Next steps, read aloud', 'Client’s lead', 'List with names and days'],
      ],
    },
    {
      kind: 'table',
      caption: 'People and hours (first two lines are an example)',
      columns: ['Role', 'Name', 'Deputy', 'Hours a week', 'Not available'],
      widths: [28, 20, 18, 14, 20],
      rows: [
        ['Sponsor, client', 'Ines Calder', 'Paul Renner', '1', '15–19 Feb'],
        ['Key user, warehouse', 'Tom Ekwall', 'Lena Brandt', '8', 'Stock count 30 Jan'],
        ['[role]', '[name]', '[name]', '[hours]', '[days]'],
        ['[role]', '[name]', '[name]', '[hours]', '[days]'],
        ['[role]', '[name]', '[name]', '[hours]', '[days]'],
      ],
    },
    { kind: 'heading', level: 1, text: 'Rules of the project' },
    {
      kind: 'list',
      items: [
        'A question waits two working days at most. Then the sponsor decides in the weekly meeting.',
        'Key users speak for their department. What they approve is approved.',
        'A wish is welcome and gets a number. Work on it starts when its change request is signed.',
        'Bad news travels the same day, from either side.',
        'The plan has one place: [link]. Mails do not change it.',
      ],
    },
    { kind: 'heading', level: 1, text: 'Before the meeting' },
    {
      kind: 'checklist',
      items: [
        'The sponsor has ten minutes of their own and knows it',
        'Contract, scope and exclusions are with both leads',
        'Every key user was asked by their own manager, not by you',
        'Accounts and the project folder work for everybody on the list',
        'The first workshop has a date, a room and a list of papers to bring',
      ],
    },
    { kind: 'heading', level: 1, text: 'Notes' },
    {
      kind: 'fields',
      items: [
        {
          label: 'Goal in one sentence',
          example: 'One stock figure for both warehouses and the web shop by 19 April',
        },
        {
          label: 'Three dates that cannot move',
          example: 'Stock count 30 January; season start 1 May; audit 7 June',
        },
        { label: 'Who signs gates for the client', example: 'Ines Calder; deputy Paul Renner' },
        { label: 'Weekly meeting', example: 'Fridays 10:00, 45 minutes; report the evening before' },
        {
          label: 'Open question with owner and day',
          example: 'Who corrects the item list? Tom Ekwall, 15 January',
        },
      ],
    },
  ],
}

export const statusReport: PackDocument = {
  file: 'weekly-status-report',
  title: 'Status of [project], week [number]',
  subtitle:
    '[Date]. From [project lead] to [sponsor, client’s lead]. One page, the evening before the weekly meeting.',
  blocks: [
    {
      kind: 'note',
      title: 'Colors with a rule',
      text: '**Green**: dates and budget hold. **Amber**: they hold if a named decision is taken by a named day. **Red**: they do not hold; the new date or figure stands here. A report that was never amber before it turned red was not read by its author.',
    },
    {
      kind: 'table',
      caption: 'Where we stand',
      columns: ['Subject', 'Color', 'In one sentence'],
      widths: [22, 14, 64],
      rows: [
        ['Dates', '[color]', '[next gate, planned day, expected day]'],
        ['Budget', '[color]', '[hours used of hours planned, share of work done]'],
        ['Scope', '[color]', '[change requests signed, open, declined]'],
        ['People', '[color]', '[hours given of hours agreed, both sides]'],
        ['Quality', '[color]', '[open defects by severity; trend]'],
      ],
    },
    { kind: 'heading', level: 2, text: 'Done this week' },
    { kind: 'list', items: ['[Result somebody can see, with a link]', '[Result]', '[Result]'] },
    { kind: 'heading', level: 2, text: 'Next week' },
    { kind: 'list', items: ['[Result, owner, day]', '[Result, owner, day]'] },
    { kind: 'heading', level: 2, text: 'Decisions we need' },
    {
      kind: 'table',
      caption: 'Decisions',
      columns: ['Question', 'Our advice', 'Who', 'By', 'If not'],
      widths: [28, 24, 14, 12, 22],
      rows: [['[question]', '[advice]', '[name]', '[day]', '[what it does to date or cost]']],
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: 'Filled example' },
    {
      kind: 'text',
      text: 'Status of the order and stock project at Tidewell Supply (invented), week 9, 12 March 2027. From Mara Lindgren to Ines Calder and Tom Ekwall.',
    },
    {
      kind: 'table',
      caption: 'Example: where we stand',
      columns: ['Subject', 'Color', 'In one sentence'],
      widths: [22, 14, 64],
      rows: [
        ['Dates', 'Amber', 'Gate 3 holds on 25 March if the item list is corrected by 17 March'],
        ['Budget', 'Green', '562 of 910 hours used; 60% of the days of work are done'],
        ['Scope', 'Green', 'CR-01 signed, CR-02 waits for your answer, CR-03 withdrawn'],
        ['People', 'Amber', 'Key users gave 22 of 32 hours; hall 2 was short of staff'],
        ['Quality', 'Green', '2 severity-2 and 9 severity-3 defects open, 14 closed this week'],
      ],
    },
    {
      kind: 'list',
      items: [
        '**Done:** first trial load: 9 objects loaded, 7 reconciled. Items and price lists have errors: list sent on Tuesday.',
        '**Done:** purchasing shown to key users, accepted with two remarks.',
        '**Next week:** corrected items loaded again (Noor, Thursday). Shop orders arrive in the test system (agency and Sam, Friday).',
      ],
    },
    {
      kind: 'table',
      caption: 'Example: decisions',
      columns: ['Question', 'Our advice', 'Who', 'By', 'If not'],
      widths: [28, 24, 14, 12, 22],
      rows: [
        [
          'Close 2,140 items without movement since 2022?',
          'Yes; they can be opened again one by one',
          'I. Calder',
          '16 Mar',
          'Gate 3 moves to 1 April',
        ],
        [
          'CR-02: second carrier before go-live?',
          'No; in June for the same price',
          'I. Calder',
          '19 Mar',
          'Acceptance 3 days later',
        ],
      ],
    },
  ],
}
