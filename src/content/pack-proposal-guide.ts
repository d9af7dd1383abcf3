import type { PackDocument } from './pack-types.ts'

export const proposalGuide: PackDocument = {
  file: 'proposal-guide',
  title: 'Proposal Template Library',
  subtitle:
    'Which of the three forms to take, how to fill it in within a working day, and what to check before it leaves',
  blocks: [
    { kind: 'heading', level: 1, text: 'What is in the pack' },
    {
      kind: 'list',
      items: [
        '**short-proposal.docx**: two pages, for one clear result and a client who knows you.',
        '**standard-proposal.docx**: eleven sections in the order in which sponsors, finance and project leads read them.',
        '**tender-answer.docx**: compliance matrix, method, references, risks and price form, for scored procedures.',
        '**price-tables.xlsx**: licenses over three years, services by stage, payment plan with dates. Change the colored cells.',
      ],
    },
    {
      kind: 'text',
      text: 'Gaps stand in [brackets]. Search for the opening bracket before you send anything: if the search finds one, the document is not finished. Every form carries a filled example of an invented client; delete it.',
    },
    { kind: 'heading', level: 1, text: 'Choose the form' },
    {
      kind: 'table',
      caption: 'Three forms and when each one wins',
      columns: ['Question', 'Short', 'Standard', 'Tender'],
      widths: [25, 25, 25, 25],
      rows: [
        ['Price of the services', 'up to $15,000', '$15,000 to $300,000', 'any; the buyer decides'],
        [
          'Who decides',
          'The person you spoke to',
          'Two to five people, some of whom you never met',
          'A panel with points',
        ],
        [
          'How it is read',
          'Once, on a phone',
          'Summary and price by all, the rest by one',
          'Line by line, against a form',
        ],
        ['Time you need', '1 hour', '6 to 10 hours', '3 to 10 days'],
        ['Price', 'One figure', 'Fixed price or budget, by stage', 'The buyer’s form'],
        ['What loses it', 'Too long', 'A summary about you instead of them', 'One mandatory point missed'],
      ],
    },
    {
      kind: 'note',
      title: 'First decide whether to bid at all',
      text: 'Three questions: Have you spoken to the person with the budget? Do you know the date by which it must work, and why? Is the price you would name above your floor? With one No, ask for a call before you write. With two, decline; a polite text is in the Pricing and Margin Guide.',
    },
    { kind: 'heading', level: 1, text: 'Fill in the standard form in a day' },
    {
      kind: 'table',
      caption: 'One working day, from notes to draft',
      columns: ['Time', 'What you do', 'Sections'],
      widths: [16, 62, 22],
      rows: [
        [
          '08:30',
          'Read your notes and mark each number and each sentence in the client’s words. Write the goals table from them',
          '2',
        ],
        [
          '09:30',
          'List what is included and, beside it, what is not. Ask a consultant: "What will they believe is included?"',
          '3, 7',
        ],
        ['10:30', 'Estimate in the Estimation Workbook, with the person who will do the work', '4, 6'],
        ['13:00', 'Fill in price-tables.xlsx and copy the three tables', '6'],
        ['14:00', 'Dates backwards from the client’s date; the people on both sides with hours', '4, 5'],
        ['15:00', 'Three risks that are true for this client, with their part of the answer', '8'],
        ['15:30', 'References and terms from the last proposal, read once more', '9, 10'],
        ['16:00', 'Write the summary last, from the finished sections. Six sentences', '1'],
        [
          '16:30',
          'A second reader with the checklist below; then walk once around the block and send tomorrow morning',
          'all',
        ],
      ],
    },
    { kind: 'heading', level: 1, text: 'Before and after' },
    {
      kind: 'text',
      text: 'The same opening paragraph twice. The first could be sent to anybody. The second could only be sent to one company, and a sponsor can forward it to a finance lead without a word of explanation.',
    },
    {
      kind: 'table',
      caption: 'The summary of a proposal, before and after',
      columns: ['Before', 'After'],
      widths: [50, 50],
      rows: [
        [
          'Alder Row Consulting is a leading provider of innovative business solutions with many years of experience. We are delighted to submit our proposal for the implementation of a modern, integrated system that will optimize your processes and support your growth.',
          'Tidewell Supply wants one stock figure for both warehouses and the web shop by the end of April, because 1 order in 14 is promised from stock that is not there. We propose to replace the order and stock system and to connect the shop to it.',
        ],
        [
          'The project effort is approx. 900 hours. The exact scope will be defined during the project. Costs are billed according to actual effort.',
          'It costs $127,500 for services, fixed, and $30,478 for licenses in the first year. You need four people for 8 hours a week. To keep these dates we need your signature by 14 December.',
        ],
      ],
    },
    {
      kind: 'list',
      items: [
        'The first word is the client, not you.',
        'A goal with a number they gave you, and the date that matters to them.',
        'What it costs them in money and in people’s time. Hours of their own people are the cost that is found out too late.',
        'A next step with a date and a reason for that date.',
      ],
    },
    { kind: 'heading', level: 1, text: 'The price tables' },
    {
      kind: 'list',
      items: [
        '**Licenses** show three years. The first-year discount ends; a client who learns that from an invoice remembers it at renewal.',
        '**Services** are priced by stage. Take the hours from the High column when the price is fixed, from Expected when it is a budget.',
        '**Payment plan** hangs each amount on an event both sides can see. In the example 70% is paid before acceptance begins and 10% waits for 30 days after go-live. A plan that leaves more than 30% until acceptance makes you the client’s bank.',
        'The last cell of the plan says whether the amounts agree with the price. Look at it before you copy.',
      ],
    },
    { kind: 'heading', level: 1, text: 'Tenders: four rules' },
    {
      kind: 'list',
      ordered: true,
      items: [
        'On day one, copy every "must" and every "shall" into the matrix, with page numbers. Two people do it apart from each other and compare.',
        'Ask your questions before the last day for them. The answer goes to everybody, so ask about the rule, not about your idea.',
        'Give hours to sections by their weight: a criterion of 30% gets 30% of the writing time.',
        'Upload a first complete version 24 hours before closing. Portals slow down in the last hour, and a late offer is no offer.',
      ],
    },
    { kind: 'heading', level: 1, text: 'Before you send it' },
    {
      kind: 'checklist',
      items: [
        'No opening bracket and no other client’s name is left (search for both)',
        'The summary alone says what, why, by when, how much, who, and what to do next',
        'Every goal has a number for today and one for later',
        'Each area has a line for what is not included',
        'The client’s own hours are named',
        'All totals agree: text, tables, payment plan, price form',
        'License counts, term and the price after the first year are confirmed by the vendor in writing',
        'Dates were counted from the signature, with holidays of both sides',
        'The floor price was checked; a discount has something in return',
        'Terms are the version your lawyer read last',
        'A person who was not in the meetings has read it and could say what the client buys',
        'The file name says client, subject and date; properties and comments are clean',
        'You have an appointment to talk about it, within three working days',
      ],
    },
    { kind: 'heading', level: 1, text: 'After you sent it' },
    {
      kind: 'text',
      text: 'Call on the day you agreed and ask one question: "Which part would stop you from signing?" Write down the answer, won or lost. After ten proposals you know which section of the form costs you orders, and you change the form instead of the price.',
    },
  ],
}
