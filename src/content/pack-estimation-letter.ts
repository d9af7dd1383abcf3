import type { PackDocument } from './pack-types.ts'

export const estimateLetter: PackDocument = {
  file: 'estimate-letter',
  title: 'Estimate for [project]',
  subtitle: 'To [name, function, client], from [your name, company], [date]',
  blocks: [
    {
      kind: 'text',
      text: 'Dear [first name], thank you for your time on [date of the meeting]. This is our estimate for [the project in one line]. It rests on [number] requirements from your list of [date] and on the data files you sent us on [date].',
    },
    {
      kind: 'table',
      caption: 'The estimate, without licenses and travel',
      columns: ['Case', 'Hours', 'Price'],
      widths: [60, 20, 20],
      right: [1, 2],
      rows: [
        ['Low: one such project in ten needs less', '[hours]', '[price]'],
        ['Expected', '[hours]', '[price]'],
        ['High: one such project in ten needs more', '[hours]', '[price]'],
      ],
    },
    {
      kind: 'text',
      text: 'You can choose. **Fixed price: [price]**; we carry the risk of more hours. **Hourly with a budget of [price]**; we report every Friday, stop at 80% and decide with you how to go on.',
    },
    { kind: 'heading', level: 2, text: 'What it assumes' },
    {
      kind: 'list',
      items: [
        'Your people: [names] give us [hours] hours a week from [date] to [date]',
        'Your data: you correct the records on our error lists within [days] working days',
        'Others: [company] delivers [interface, device, export] by [date]',
      ],
    },
    { kind: 'heading', level: 2, text: 'What it does not hold' },
    {
      kind: 'list',
      items: [
        '[First exclusion: what somebody in the room believes is included]',
        '[Second exclusion]',
        'Any wish beyond the list of [date]: we price each one before we start it',
      ],
    },
    {
      kind: 'text',
      text: 'The estimate holds until [date, 30 days from now]. The next step is [a decision by, a discovery from, a call on] [date]. Yours, [your name, telephone]',
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: 'Filled example' },
    {
      kind: 'note',
      title: 'Example only',
      text: 'Tidewell Supply and Alder Row Consulting are invented. The figures are those of the filled workbook. Delete this page before you send the letter.',
    },
    {
      kind: 'text',
      text: 'Dear Ines, thank you for your time on 12 November. This is our estimate for replacing your order and stock system in both warehouses. It rests on 83 requirements from your list of 16 November and on the data files you sent us on 17 November.',
    },
    {
      kind: 'table',
      caption: 'Example: the estimate for Tidewell Supply, without licenses and travel',
      columns: ['Case', 'Hours', 'Price'],
      widths: [60, 20, 20],
      right: [1, 2],
      rows: [
        ['Low: one such project in ten needs less', '759', '$106,500'],
        ['Expected', '834', '$117,000'],
        ['High: one such project in ten needs more', '910', '$127,500'],
      ],
    },
    {
      kind: 'text',
      text: 'You can choose. **Fixed price: $127,500**; we carry the risk of more hours. **Hourly with a budget of $117,000**; we report every Friday, stop at 80% and decide with you how to go on.',
    },
    {
      kind: 'list',
      items: [
        'Your people: Ines Calder, Tom Ekwall and two warehouse leads give us 8 hours a week each from 11 January to 30 April',
        'Your data: you correct the records on our error lists within 5 working days; the item list needs most of it',
        'Others: your web agency delivers a tested interface description by 12 February',
        'Not held: the second web shop in preparation, moving orders older than two years, new radio access points in hall 2',
      ],
    },
    {
      kind: 'text',
      text: 'The estimate holds until 20 December. The next step is a call on 27 November, when we go through the 17 lines together. Yours, Mara Lindgren, +1 555 0142',
    },
  ],
}
