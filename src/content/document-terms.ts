import { fact, link, list, mailLink, type SiteDocument, text } from './document-parts.ts'
import { words } from './words.ts'

export const terms: SiteDocument = words('terms', {
  title: 'Terms',
  description: 'The terms of the strategy call, your rights to use the packs, and the promises of this site.',
  lede: 'A few rules for this site, the free call and the packs. Work that you order has its own written offer.',
  changed: '2026-11-30',
  sections: [
    {
      id: 'who',
      title: 'About us',
      blocks: [text([fact('name'), ', ', fact('address'), '. More in the ', link('imprint', '/imprint'), '.'])],
    },
    {
      id: 'call',
      title: 'The strategy call',
      blocks: [
        list(
          'It lasts {callLength} and is free. Such a call usually costs {callValue}; you are not charged.',
          'The call is not an order. Afterward, neither of us owes the other anything.',
          'We answer a request within {answerWithin}. It becomes a call once we have confirmed its time.',
          'You can move or cancel it until it begins, on the page of your request. So can we; if we do, we will tell you.',
          'Our statements about your business are based on what you tell us. You decide whether to act on them.',
        ),
      ],
    },
    {
      id: 'orders',
      title: 'If you order work',
      blocks: [
        text(
          'An offer sets out the work, the deadline and the price. It is binding once both of us have accepted it. {noSetup}.',
        ),
        text('The {moneyBack} applies from your first day, as set out in the offer.'),
      ],
    },
    {
      id: 'packs',
      title: 'The packs',
      blocks: [
        list(
          'The packs are free. You may change them, put your logo on them, and use them in your own work and with your customers.',
          'You may not sell the packs as they are or offer them as your own collection.',
          'The packs are templates, not legal or tax advice. Read them before you use them: we cannot know your situation.',
          'Product names in the packs belong to their owners.',
        ),
      ],
    },
    {
      id: 'site',
      title: 'This site',
      blocks: [
        list(
          'We do our best to keep this site correct and available, but we do not promise that it always is.',
          'The calculator uses the numbers that you enter. Its result is an estimate, not an offer.',
          'Please do not flood the site with requests or try to break in. If you find a vulnerability, tell us.',
        ),
        text(['The data we keep about you is described in the ', link('privacy notice', '/privacy'), '.']),
      ],
    },
    {
      id: 'law',
      title: 'Liability and law',
      blocks: [
        {
          type: 'facts',
          rows: [
            { label: 'Liability', value: [fact('liability')] },
            { label: 'Governing law', value: [fact('law')] },
            { label: 'Court', value: [fact('court')] },
            { label: 'Disputes', value: [fact('disputes')] },
            { label: 'Reviewed by a lawyer', value: [fact('legalReview')] },
          ],
        },
        text(['A question? Write to ', mailLink(), '.']),
      ],
    },
  ],
})
