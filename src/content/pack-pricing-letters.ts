import type { PackDocument } from './pack-types.ts'

export const increaseLetters: PackDocument = {
  file: 'price-increase-letters',
  title: 'Three letters for a price increase',
  subtitle:
    'Take the one that fits the relation, fill in the gaps, send it at least 60 days before the first new invoice',
  blocks: [
    {
      kind: 'table',
      caption: 'Which letter for which client',
      columns: ['Letter', 'For whom', 'How it reaches them'],
      widths: [24, 46, 30],
      rows: [
        ['A. Plain', 'Clients you talk to every week and who are content', 'Call first, letter the same day'],
        [
          'B. Formal',
          'Contracts with a clause on prices, purchasing departments',
          'Letter as the contract says',
        ],
        [
          'C. With a choice',
          'Clients who will compare, and those below your floor',
          'Meeting, letter on the table',
        ],
      ],
    },
    {
      kind: 'note',
      title: 'Four rules for all three',
      text: 'Name the old and the new price in figures. Give one reason, and a true one. Do not apologize. Give a date by which you will call.',
    },
    { kind: 'heading', level: 1, text: 'A. Plain' },
    {
      kind: 'text',
      text: 'Dear [first name], as I told you on the phone, our hourly rate goes from [old rate] to [new rate] on [date]. It has been the same since [month and year]; salaries in our trade have risen by [percent] in that time.',
    },
    {
      kind: 'text',
      text: 'What you have ordered until [date] stays at the old rate, until it is finished. With the hours of last year the change comes to about [amount] a month for you.',
    },
    {
      kind: 'text',
      text: 'I call you on [day] to go through what is planned for [year] and to see what we can leave out or do together. Yours, [name]',
    },
    {
      kind: 'note',
      title: 'Example of letter A, filled in (invented client)',
      text: 'Dear Ines, as I told you on the phone, our hourly rate goes from $128 to $140 on 1 March 2027. It has been the same since June 2024; salaries in our trade have risen by 11% in that time. What you have ordered until 31 January stays at the old rate, until it is finished. With the hours of last year the change comes to about $430 a month for you. I call you on Thursday to go through what is planned for 2027 and to see what we can leave out or do together. Yours, Mara',
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: 'B. Formal' },
    {
      kind: 'fields',
      items: [
        { label: 'To', example: 'Harbor Utilities Authority, Purchasing, Ms. Dvorak' },
        { label: 'Contract', example: 'Support agreement 2024-118 of 3 June 2024' },
        { label: 'Clause', example: '7.2, adjustment once a year with 90 days’ notice' },
        { label: 'Effective', example: '1 April 2027' },
      ],
    },
    {
      kind: 'text',
      text: 'Dear [title and name], under clause [number] of the contract named above we adjust the prices from [date] as follows.',
    },
    {
      kind: 'table',
      caption: 'Prices without tax (example figures)',
      columns: ['Service', 'Until now', 'From the date', 'Change'],
      widths: [40, 20, 22, 18],
      right: [1, 2, 3],
      rows: [
        ['Support, monthly fee', '$3,000.00', '$3,141.00', '4.7%'],
        ['Consultant, per hour', '$132.00', '$138.20', '4.7%'],
        ['Developer, per hour', '$136.00', '$142.40', '4.7%'],
      ],
    },
    {
      kind: 'text',
      text: 'The change follows [index, published by, month], which rose from [value] to [value]. Service hours, response times and contacts stay as agreed. Orders confirmed before [date] are invoiced at the former prices.',
    },
    {
      kind: 'text',
      text: 'Please send any question to [name, telephone] by [date]. We add the new price list to the contract as annex [number]. Yours sincerely, [name, function]',
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: 'C. With a choice' },
    {
      kind: 'text',
      text: 'Dear [first name], we looked at the work of the last [number] months: you paid for [hours] hours and we spent [hours]. At [old price] we cannot keep [name of the consultant] free for you at short notice, and that is what you told us matters most. From [date] we offer you two ways.',
    },
    {
      kind: 'table',
      caption: 'Two ways to go on (example figures)',
      columns: ['What you get', 'Way 1: as today', 'Way 2: planned'],
      widths: [30, 35, 35],
      rows: [
        ['Price', '$152 an hour', '$135 an hour, 36 hours a month'],
        ['Answer', 'Next working day', 'Within 4 working hours'],
        ['Who', 'Whoever is free', 'The same two people'],
        ['Unused hours', 'None to lose', 'Move to the next two months, then lapse'],
        ['A year at your usual 400 hours', '$60,800', '$58,320'],
      ],
    },
    {
      kind: 'text',
      text: 'You know your year better than we do. Tell me by [date] which way you prefer; without an answer we go on with way 1 from [date]. Yours, [name]',
    },
    { kind: 'heading', level: 1, text: 'When they push back' },
    {
      kind: 'table',
      caption: 'Answers that keep the price and the client',
      columns: ['They say', 'You answer'],
      widths: [36, 64],
      rows: [
        [
          '"We have no budget for that."',
          'Then let us cut hours, not the rate: which of last year’s tasks can your people take over? We show them how, in two sessions.',
        ],
        [
          '"Your competitor asks for $115."',
          'They may. Ask them who answers when the month-end posting fails, and how soon. If the answer is the same as ours, I understand if you try.',
        ],
        [
          '"Not this year, please."',
          'I can move the date by two months if you order the hours of this year now. I cannot move it by a year.',
        ],
      ],
    },
  ],
}

export const declineLetters: PackDocument = {
  file: 'decline-letters',
  title: 'Declining below the floor price',
  subtitle: 'Three texts: offer less scope, decline and stay in touch, hand back a project',
  blocks: [
    {
      kind: 'note',
      title: 'When to use them',
      text: 'The verdict in margin-calculator.xlsx says "Raise or decline" and the client has said no to the floor price. Write within a day. A clear no on Tuesday is worth more to a buyer than a vague yes on Friday.',
    },
    { kind: 'heading', level: 1, text: '1. Less scope for their budget' },
    {
      kind: 'text',
      text: 'Dear [first name], for [their budget] we cannot do all of [project] well. We can do [part] for [price at or above floor]: [result they will see]. [Rest] would follow in [month] for [price], or your people do it with our list and two sessions for [price]. Shall I send the order for [part]?',
    },
    {
      kind: 'note',
      title: 'Example, filled in (invented client)',
      text: 'Dear Ines, for $9,500 we cannot connect the second web shop well. We can do items, prices and orders for $9,400: the shop sells from the day you open it. Stock every ten minutes and returns would follow in May for $3,200. Until then your people send a stock file each morning; we show them how. Shall I send the order for the first part?',
    },
    { kind: 'heading', level: 1, text: '2. Decline and stay in touch' },
    {
      kind: 'text',
      text: 'Dear [first name], thank you for telling us your figure. We have gone through the hours again and cannot reach [their figure] without leaving out what makes [project] safe: [the one thing, for example the second trial load]. So we step back. If it helps, ask every other offer about [that thing] and about [second question]. I call you in [month] to hear how it went. Yours, [name]',
    },
    {
      kind: 'note',
      title: 'Example, filled in (invented client)',
      text: 'Dear Mr. Halvorsen, thank you for telling us your figure. We have gone through the hours again and cannot reach $270,000 without leaving out what makes the billing move safe: the second trial load. So we step back. If it helps, ask every other offer how many loads they run before the first invoice, and who signs the reconciliation. I call you in June to hear how it went. Yours, Mara Lindgren',
    },
    { kind: 'heading', level: 1, text: '3. End work that loses money' },
    {
      kind: 'text',
      text: 'Dear [first name], we have looked after [system or task] since [year] at [price]. It takes us [hours] hours a [month], [how many] times what the price covers. We can go on for [new price] from [date], or hand it over: documentation, access list and two sessions with whoever follows, free of charge, by [date]. Please tell me by [date] which you prefer. Until then nothing changes. Yours, [name]',
    },
    {
      kind: 'checklist',
      items: [
        'The notice period of the contract is kept',
        'The client has all passwords, source code and documents, and has confirmed it in writing',
        'No open defect of yours is left, or it has a date',
        'The person who did the work knows before the client does',
      ],
    },
    { kind: 'heading', level: 1, text: 'On the phone, in three sentences' },
    {
      kind: 'text',
      text: '"I have your figure in front of me and we cannot do it well for that." Pause. "I can offer you [part] for [price], or wish you luck and call you in [month]. Which is better for you?"',
    },
  ],
}
