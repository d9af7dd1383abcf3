import { derivedClaims } from './claims.ts'
import { partnerCountries } from './countries.ts'
import { countAtStart } from './number-words.ts'
import type { Figure } from './types.ts'
import { words } from './words.ts'

export interface CoreValue {
  title: string
  description: string
  /** Tells a partner how to check that we live up to this value. */
  check: string
}

const values = [
  {
    title: 'Commit to a date',
    description:
      'Every promise has a deadline: a date or a number of hours. If a date moves, you will hear it from us first.',
    check: 'Ask about any open item. The answer includes a date.',
  },
  {
    title: 'Write it down',
    description: 'We put scope, prices and change requests in writing before any work starts.',
    check: 'Open any change request. It shows that you approved it before the work began.',
  },
  {
    title: 'Your customer is yours',
    description: 'We work under your name and never sell to the people you introduce us to.',
    check: 'Read what your customer receives. Our name is not on it.',
  },
  {
    title: 'Easy to leave',
    description: '{noSetup}, and a {moneyBack}. You stay because you want to.',
    check: 'Stop within {moneyBackDays} days. The money comes back.',
  },
] as const satisfies readonly CoreValue[]

export const about = words('about', {
  hero: {
    eyebrow: 'About {provider}',
    title: 'We work the hours you cannot bill',
    lede:
      'Partners of a business-software vendor sell licenses and advice. On top of that, they have a second job: ' +
      'proposals, testing, project plans and support. We do the second job.',
  },

  stats: {
    title: '{provider} in figures',
    items: [
      { value: '{partners}', label: 'partners each month' },
      { value: '{countries}', label: 'countries' },
      { value: '{rating}', label: 'overall rating' },
      { value: '{support}', label: 'support' },
    ] as const satisfies readonly Figure[],
    note: 'We work in {countries} countries, including {countryNames}.',
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
      'Customers should choose a partner by how well it understands their business, not by how many ' +
      'people sit in its office.',
    chart: {
      title: 'One day has four mornings',
      text: 'Sent at nine, back by {proposalClockInWords}. Most proposals take {proposalTypical}.',
      countries: partnerCountries,
      /** Each city's local time. */
      sent: { hour: 9, label: '09:00' },
      back: {
        get hour() {
          return 9 + Number(derivedClaims().proposalHours)
        },
        label: '{proposalClock}',
      },
      support: 'Support desk, {support}',
      start: 'Nine in Auckland',
      end: 'Nine the next day',
      summary:
        'Nine o’clock comes to Auckland, then Sydney, Cape Town and New York. Each city gets its answer by ' +
        '{proposalClockInWords} o’clock, and the support desk is staffed around the clock.',
    },
  },

  values: {
    title: `${countAtStart(values.length)} values, and how you can check them`,
    checkLabel: 'Check it',
    items: values,
  },

  call: {
    title: 'Meet us for {callLength}',
    text: 'The strategy call is free (usually {callValue}). Ask who would do your work and when they could start.',
    contact: 'Write to us instead',
  },
} as const)
