import { brand } from './brand.ts'
import { claims } from './claims.ts'
import { countriesPhrase } from './countries.ts'
import type { Figure } from './types.ts'

export interface CoreValue {
  title: string
  description: string
}

/** Words of the about view, section by section. */
export const about = {
  hero: {
    eyebrow: `About ${brand.name}`,
    title: 'We work the hours you cannot bill',
    lede:
      'Partners of a business-software vendor sell licenses and advice. Around that sits a second job of ' +
      'proposals, testing, project plans and support. We do the second job.',
  },

  stats: {
    title: `${brand.name} in figures`,
    items: [
      { value: claims.partners, label: 'partners' },
      { value: claims.countries, label: 'countries' },
      { value: claims.rating, label: 'rating' },
      { value: claims.support, label: 'support' },
    ] as const satisfies readonly Figure[],
    note: `We work in ${countriesPhrase}.`,
  },

  mission: {
    title: 'Mission',
    statement: 'Give a small partner business the back office of a large one.',
    text:
      'A firm of five consultants competes with firms of two hundred. The advice is often better; ' +
      'the proposal is often later. We close that gap by the hour.',
  },

  vision: {
    title: 'Vision',
    statement: 'A request sent in the morning is answered the same day, in every country we work in.',
    text:
      'Customers should choose a partner by how well it understands their business. How many people ' +
      'sit in its office should not decide it.',
  },

  values: {
    title: 'Four values, and how you can check them',
    items: [
      {
        title: 'Say when',
        description: 'Every promise has a date or a number of hours. If it moves, you hear it from us first.',
      },
      {
        title: 'Write it down',
        description: 'Scope, price and change requests are in writing before work starts on them.',
      },
      {
        title: 'Your customer is yours',
        description: 'We work under your name and never sell to the people you introduce us to.',
      },
      {
        title: 'Easy to leave',
        description:
          'No setup fees or contracts, and a 30-day money-back guarantee. We would rather be kept than owed.',
      },
    ] as const satisfies readonly CoreValue[],
  },

  call: {
    title: 'Meet us for half an hour',
    text:
      `A free strategy call, usually ${claims.callValue}. Ask who would do your work and when ` +
      'they could start.',
    book: 'Book a strategy call',
    contact: 'Write to us instead',
  },
} as const
