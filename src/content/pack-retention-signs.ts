/** What a client does before leaving, heaviest first; three points in open signs mean danger. */
export const earlySigns: readonly {
  readonly sign: string
  readonly where: string
  readonly points: number
  readonly answer: string
}[] = [
  {
    sign: 'Sponsor leaves or changes role',
    where: 'Mail footer, network post, a bounced invitation',
    points: 3,
    answer:
      'Ask the old sponsor for an introduction. Owner meets the new one within 14 days, without slides.',
  },
  {
    sign: 'Asks for contract terms, notice period or a full data export',
    where: 'Mail to support or accounts',
    points: 3,
    answer: 'Answer at once and completely, then call: "May I ask what it is for?"',
  },
  {
    sign: 'Another supplier or product is mentioned',
    where: 'Any conversation, a job advertisement',
    points: 3,
    answer: 'Owner calls. Ask what the other one promises that is missing today.',
  },
  {
    sign: 'Weekly users fall by a fifth or more',
    where: 'Usage figures, month over month',
    points: 2,
    answer: 'Find out which team stopped. Spend an hour with that team.',
  },
  {
    sign: 'Satisfaction falls by 2 or stays unanswered twice',
    where: 'Survey before the review',
    points: 2,
    answer: 'Owner calls the person, not the company.',
  },
  {
    sign: 'The same defect is reported a third time',
    where: 'Ticket list',
    points: 2,
    answer: 'Name one engineer, send a daily line until it is closed, explain the cause in plain words.',
  },
  {
    sign: 'Quarterly review moved twice',
    where: 'Calendar',
    points: 1,
    answer: 'Offer 20 minutes by phone with the figures sent before.',
  },
  {
    sign: 'Invoices paid more than 15 days late for the first time',
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
    where: 'Floor visit, attachments in tickets',
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
    sign: 'Client is bought, merges or freezes hiring',
    where: 'News, the review',
    points: 1,
    answer: 'Ask who decides about software after the change. Get to that person early.',
  },
]
