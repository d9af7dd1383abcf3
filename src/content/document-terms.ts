import { claims } from './claims.ts'
import { fact, link, list, mailbox, type SiteDocument, text } from './document-parts.ts'

/** The terms of this site and of the strategy call. */
export const terms: SiteDocument = {
  title: 'Terms',
  description: 'What a strategy call is, what you may do with the packs, and what this site promises.',
  lede: 'The few rules of this site, the free call and the packs. Work that you order has a paper of its own.',
  changed: '2026-11-24',
  sections: [
    {
      id: 'who',
      title: 'Who we are',
      blocks: [
        text([fact('name'), ', ', fact('address'), '. More in the ', link('imprint', '/imprint'), '.']),
      ],
    },
    {
      id: 'call',
      title: 'The strategy call',
      blocks: [
        list(
          `It lasts ${claims.callLength} and is free. Such a call usually costs ${claims.callValue}; you are not charged.`,
          'It is no order. After it, neither of us owes the other anything.',
          `A request is answered within ${claims.answerWithin}. It is a call once we have confirmed its time.`,
          'You can move it or call it off until it begins, on the page of your request. So can we; then we tell you.',
          'We share what we know of your business from what you tell us. Whether you act on it is up to you.',
        ),
      ],
    },
    {
      id: 'orders',
      title: 'If you order work',
      blocks: [
        text(
          `What we do, by when and for what price stands in an offer, which counts once both have said yes. ${claims.noSetup}.`,
        ),
        text(`The ${claims.moneyBack} applies from your first day, as the offer says it.`),
      ],
    },
    {
      id: 'packs',
      title: 'The packs',
      blocks: [
        list(
          'They are free. You may change them, put your logo on them, and use them in your own work and with your customers.',
          'You may not sell them as they are, nor offer them as a collection of your own.',
          'They are templates, not advice on law or tax. Read them before you use them: we cannot know your case.',
          'Names of products in them belong to their owners.',
        ),
      ],
    },
    {
      id: 'site',
      title: 'This site',
      blocks: [
        list(
          'We keep it right and reachable as well as we can. We do not promise that it is always there.',
          'The calculator counts with what you type in. It is an estimate, not an offer.',
          'Please leave it standing: no floods of requests, no trying of doors. If you find one that is open, tell us.',
        ),
        text(['What we keep of you stands in the ', link('privacy notice', '/privacy'), '.']),
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
            { label: 'Law', value: [fact('law')] },
            { label: 'Court', value: [fact('court')] },
            { label: 'Disputes', value: [fact('disputes')] },
            { label: 'Read by a lawyer', value: [fact('legalReview')] },
          ],
        },
        text(['A question? Write to ', link(mailbox, `mailto:${mailbox}`), '.']),
      ],
    },
  ],
}
