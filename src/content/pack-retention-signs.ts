/** What a client does before leaving, heaviest first; three points in open signs mean danger. */
export const earlySigns: readonly {
  readonly sign: string
  readonly where: string
  readonly points: number
  readonly answer: string
}[] = [
  {
    sign: 'Sponsor leaves or changes role',
    where: 'Mail footer, bounced invitation',
    points: 3,
    answer: 'Ask for an introduction. Owner meets the new one within 14 days.',
  },
  {
    sign: 'Asks for terms, notice or all data',
    where: 'Mail to support or accounts',
    points: 3,
    answer: 'Answer at once and completely, then call: "May I ask what it is for?"',
  },
  {
    sign: 'Names another supplier',
    where: 'Talks, job advertisements',
    points: 3,
    answer: 'Owner calls. Ask what the other one promises that is missing today.',
  },
  {
    sign: 'Weekly users fall by a fifth or more',
    where: 'Usage figures, month over month',
    points: 2,
    answer: 'Find the team that stopped. Sit with it for an hour.',
  },
  {
    sign: 'Satisfaction falls by 2',
    where: 'Survey',
    points: 2,
    answer: 'Owner calls the person, not the company.',
  },
  {
    sign: 'The same defect is reported a third time',
    where: 'Ticket list',
    points: 2,
    answer: 'Name one engineer; a line a day until it is closed.',
  },
  {
    sign: 'Quarterly review moved twice',
    where: 'Calendar',
    points: 1,
    answer: 'Offer 20 minutes by phone, figures first.',
  },
  {
    sign: 'First invoices over 15 days late',
    where: 'Accounts',
    points: 1,
    answer: 'Ask whether something is wrong with the work before you send a reminder.',
  },
  {
    sign: 'Tickets stop',
    where: 'Ticket list: none for six weeks',
    points: 1,
    answer: 'Check usage the same day. Silence with falling usage counts 3.',
  },
  {
    sign: 'New spreadsheets beside the system',
    where: 'Floor visit, ticket files',
    points: 1,
    answer: 'Ask what the sheet does better. Price the gap or train the screen.',
  },
  {
    sign: 'Asks for a discount outside a renewal',
    where: 'Mail from purchasing',
    points: 1,
    answer: 'Show usage first, offer fewer licenses before lower prices.',
  },
  {
    sign: 'Bought, merged, hiring frozen',
    where: 'News, the review',
    points: 1,
    answer: 'Ask who decides about software after the change. Get to that person early.',
  },
]
