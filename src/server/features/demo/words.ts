import type { Challenge } from '#shared/contract/booking.ts'
import type { InquiryType } from '#shared/contract/message.ts'

/** What made-up people write. */
export const bookingTexts: Readonly<Record<Challenge, readonly string[]>> = {
  'slow-proposals': [
    'Our last three proposals took two weeks each. We lost one of them to somebody who answered in three days.',
    'Two of our consultants write all the offers, in the evenings. Can you take the first draft off them?',
    'We need a scope and an estimate for a manufacturing client by the end of the month.',
  ],
  'lack-developers': [
    'Three projects are sold and nobody is free to build two of them before spring.',
    'We look for a developer and a half, for six months. Hiring takes us longer than the project.',
    'Our senior developer leaves in January. We would like to bridge at least that.',
  ],
  'project-management': [
    'Every project here is run differently. We would like one way that also works with clients who change their mind.',
    'Status reports take a day each week. There must be a better way.',
  ],
  'quality-control': [
    'Too much comes back from acceptance tests. We saw your checklists and would like to talk about the rest.',
    'A client found 40 defects in the first week. I do not want to see that again.',
  ],
  'scaling-operations': [
    'We went from 8 to 19 people in a year and the back office is still made for 8.',
    'Support tickets from old projects eat the time for new ones.',
  ],
  'client-retention': [
    'Clients leave after the first year of support. We would like to know why, and what others do.',
    'We have no account reviews at all. Where does one begin?',
  ],
  other: [
    'A colleague at a partner meeting told me about you. I would like to hear what you do, no more for now.',
    'We are new to this and would like to ask some basic questions.',
  ],
}

export const messageTexts: Readonly<Record<InquiryType, readonly string[]>> = {
  partner360: [
    'What does the twelve-week programme ask of us each week? Two of our people could take part, not more.',
    'Is Partner 360 also for a partner with four people? We would like to start in the new year.',
    'Could we begin with weeks five to eight? We have done the first part ourselves.',
  ],
  services: [
    'Do you also take over projects that are half done? Ours has a client who is patient, but not for ever.',
    'What is the smallest package you do? We think of some 40 hours a month.',
    'We need data migration for a wholesaler with eleven years of orders. Is that something for you?',
  ],
  partnership: [
    'We do training for end users and often meet the same clients as you. Shall we talk?',
    'We build an add-on for warehouses and look for partners who know how to introduce it.',
  ],
  support: [
    'The estimation workbook opens in read-only mode here. What do we do wrong?',
    'I took the delivery framework last week and cannot find the template for decisions.',
    'The link in the adoption guide, page 7, leads nowhere.',
  ],
  other: [
    'We would like to quote your article about proposals in our newsletter. Whom do we ask?',
    'Is there a list of the countries you work in?',
  ],
}

export const spamTexts: readonly string[] = [
  'Dear Sir, we can bring your site to the first place of all search engines for a small price.',
  'Buy 10,000 followers today and get 5,000 more.',
  'Your domain is about to expire, act now to keep it.',
]

export const bookingNotes: readonly string[] = [
  'Called, nobody there. Wrote that we try again tomorrow.',
  'Prefers video. Link is in the invitation.',
  'Wants to see a sample estimate before the call.',
  'Two people will join: the owner and the head of delivery.',
  'Knows us from the partner meeting in spring.',
  'Good talk. They send the last two proposals, we look at them by Thursday.',
  'Small team, big client. Estimation workbook is the right first step.',
  'Budget is there from January on.',
  'Asked for references in manufacturing. Sent two.',
  'Not a fit now, come back in the second quarter.',
]

export const messageNotes: readonly string[] = [
  'Answered with the outline and two dates.',
  'Passed the question on to delivery, they answer by tomorrow.',
  'Sent the corrected file.',
  'Offered a call instead.',
]

/** Who answers in the demo. They have no password and nobody can sign in as them. */
export const agents = [
  { name: 'Rosalind Achterberg', email: 'rosalind@demo.example.com' },
  { name: 'Tomas Veldkamp', email: 'tomas@demo.example.com' },
  { name: 'Naledi Mokoena', email: 'naledi@demo.example.com' },
] as const

export const revenues: readonly (string | null)[] = [
  null,
  null,
  null,
  'under 50k',
  '50k to 200k',
  'over 200k',
]
