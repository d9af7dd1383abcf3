import { retentionContacts } from './pack-retention-months.ts'
import { earlySigns } from './pack-retention-signs.ts'
import type { Block, PackDocument } from './pack-types.ts'

const dated = (from: 'Go-live' | 'Renewal', days: number) =>
  from === 'Go-live' ? `${days} days after go-live` : `${-days} days before renewal`

export const retentionGuide: PackDocument = {
  file: 'client-retention-guide',
  title: 'Client Retention Playbook',
  subtitle: 'Twelve contacts between go-live and the license renewal',
  blocks: [
    { kind: 'heading', level: 1, text: 'Why clients leave quietly' },
    {
      kind: 'text',
      text:
        'Few clients leave in anger. Most stop asking questions around the fifth month, renew once because ' +
        'changing is work, and leave when the person who chose you has left. By then the signs are a year old. ' +
        'This playbook gives every client twelve planned contacts a year, each with a reason that is useful ' +
        'to them. It costs about 14 hours a client and year.',
    },
    { kind: 'heading', level: 1, text: 'What is in this pack' },
    {
      kind: 'list',
      items: [
        '**This guide**: the year in one table, each contact in detail, and the signs that a client may leave.',
        '**client-retention.xlsx**: clients with renewal dates, the contact plan with due dates, early signs and health scores.',
        '**quarterly-review.docx**: agenda, preparation and minutes, with one review filled in.',
        '**client-emails.docx**: four mails that are hard to write on a bad day, with filled examples.',
      ],
    },
    { kind: 'heading', level: 1, text: 'Start on Monday' },
    {
      kind: 'list',
      ordered: true,
      items: [
        'List your clients in the workbook with go-live, start of the license term, months and notice days. Take the dates from the signed order, not from memory. (1 hour)',
        'Score each client with the person who knows them best. Do not discuss a score for longer than a minute. (1 hour)',
        'Call every client that comes out as At risk this week, and book the next quarterly review with all others. (the rest of the week)',
        'Give each client one account lead. A client with two has none.',
        'Look at the contact plan every Monday for ten minutes: late first, then the next 14 days.',
      ],
    },
    {
      kind: 'note',
      title: 'The renewal has its own clock',
      text:
        'Licenses are often ordered weeks before go-live, so the first renewal can come after nine months of ' +
        'use. Contacts 1 to 8 are dated from go-live, 9 to 12 from the renewal. If two fall into the same ' +
        'two weeks, hold one meeting and drop the smaller topic.',
    },
    { kind: 'heading', level: 1, text: 'The year at a glance' },
    {
      kind: 'table',
      caption: 'Twelve contacts',
      columns: ['Month', 'Contact', 'When', 'How', 'Who'],
      widths: [1, 4, 3, 3, 3],
      rows: retentionContacts.map(({ month, title, from, days, how, who }) => [
        String(month),
        title,
        dated(from, days),
        how,
        who,
      ]),
    },
    { kind: 'heading', level: 1, text: 'What to say and send' },
    ...retentionContacts.flatMap(({ month, title, say, send, watch }): Block[] => [
      {
        kind: 'heading',
        level: 2,
        text: `Month ${month}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      },
      { kind: 'list', items: [`**Say:** ${say}`, `**Send:** ${send}`, `**Watch for:** ${watch}`] },
    ]),
    { kind: 'heading', level: 1, text: 'Early signs that a client may leave' },
    {
      kind: 'text',
      text:
        'Write each sign into the workbook on the day you see it. At three open points, ' +
        'the owner of your business calls. Support hears signs first.',
    },
    {
      kind: 'table',
      caption: 'Signs, points and what to do in the same week',
      columns: ['Sign', 'Where you see it', 'Points', 'This week'],
      widths: [4, 3, 1, 6],
      right: [2],
      rows: earlySigns.map(({ sign, where, points, answer }) => [sign, where, String(points), answer]),
    },
    { kind: 'heading', level: 1, text: 'How to give the health score' },
    {
      kind: 'table',
      caption: 'Points for each of the five questions',
      columns: ['Question', 'Weight', '10 points', '5 points', '0 points'],
      widths: [3, 1, 3, 3, 3],
      right: [1],
      rows: [
        ['Usage', '30', '85% or more of licensed users sign in each week', 'About 65%', 'Below 45%'],
        [
          'Sponsor',
          '20',
          'Spoke with us this month',
          'Last contact 2 to 3 months ago',
          'Left, or unknown to us',
        ],
        [
          'Tickets',
          '15',
          'Steady, and about new things',
          'Same question again and again',
          'Doubled, or stopped altogether',
        ],
        ['Satisfaction', '20', 'Last answer 9 or 10', 'Last answer 7', '5 or lower, or no answer twice'],
        ['Payment', '15', 'On time', 'Up to 30 days late', 'Over 30 days late, or invoices disputed'],
      ],
    },
    {
      kind: 'table',
      caption: 'From score to action',
      columns: ['State', 'When', 'What you do', 'By when'],
      widths: [2, 4, 5, 2],
      rows: [
        [
          'At risk',
          'Score below 50, or 3 and more points of open signs',
          'The owner calls the sponsor and asks what would have to change. One page of promises with dates follows.',
          'This week',
        ],
        [
          'Watch',
          'Score below 70, or any open sign',
          'The account lead calls, works on the lowest of the five answers, and scores again in a month.',
          '10 days',
        ],
        [
          'Healthy',
          'All others',
          'Follow the plan. Ask for a reference after a 9 or 10, and offer the next improvement.',
          'Next contact',
        ],
      ],
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: 'Filled example: Otway Pumps in October' },
    {
      kind: 'text',
      text:
        'Otway Pumps (invented, like all clients here) services pumps with 24 users and renews on 1 December. ' +
        'On 18 October the workbook shows a score of 47: usage fell from 21 to 14 users after the head of ' +
        'service left, the last two invoices were paid three weeks late, and the decision call of 4 October did ' +
        'not happen. Two signs are open, five points together. The state is At risk.',
    },
    {
      kind: 'list',
      items: [
        '**Monday:** the owner of Millbrook calls the managing director of Otway. Answer: the new head of service knows another product.',
        '**Wednesday:** half a day at Otway with the new head. He needs the route list on the phone; it exists and was never switched on.',
        '**Friday:** route list runs for two technicians. One page of three promises goes out, with the offer reduced by six unused licenses.',
        '**1 November:** last day for notice passes without notice. On 1 December Otway renews 18 of 24 licenses. A smaller yes beats a loss.',
      ],
    },
    { kind: 'heading', level: 1, text: 'What not to do' },
    {
      kind: 'list',
      items: [
        'No contact without content. "Just checking in" teaches the client not to answer.',
        'No price in the first sentence of a renewal talk, and no discount before you know the objection.',
        'No surprise. If the vendor raises prices, the client hears it from you first.',
        'No hiding of unused licenses. They are found, and always at the worst moment.',
      ],
    },
  ],
}
