import type { RoiField } from '#shared/lib/roi.ts'
import type { TypedNumber } from '#shared/lib/typed-number.ts'
import { claims } from './claims.ts'

/** Signs in front of an amount. Nothing is converted: all amounts are in the chosen currency. */
export const currencies = {
  USD: { sign: '$', name: 'US dollar' },
  ZAR: { sign: 'R', name: 'South African rand' },
  NZD: { sign: 'NZ$', name: 'New Zealand dollar' },
  AUD: { sign: 'A$', name: 'Australian dollar' },
  EUR: { sign: '€', name: 'Euro' },
  GBP: { sign: '£', name: 'Pound sterling' },
} as const
export type Currency = keyof typeof currencies

/** The unit of a field; `money` is shown as the currency's sign. */
export type RoiUnit = 'money' | 'percent' | 'points' | 'times' | 'hours' | 'count'

export interface RoiFieldWords {
  label: string
  unit: RoiUnit
  hint: string
  /** The value before the visitor has typed anything, and how the summary then describes it. */
  example: string
  origin: 'example' | 'our claim' | null
}

/** The fields, in the order in which they are filled in. */
export const roiWords = {
  proposals: {
    label: 'Proposals a month',
    unit: 'count',
    hint: 'Sent, won or not.',
    example: '8',
    origin: 'example',
  },
  hours: {
    label: 'Hours each',
    unit: 'hours',
    hint: 'All people together, from brief to sent.',
    example: '12',
    origin: 'example',
  },
  cost: {
    label: 'Team cost per hour',
    unit: 'money',
    hint: 'Pay and overhead of those who write them, not what you charge.',
    example: '60',
    origin: 'example',
  },
  win: {
    label: 'Win rate',
    unit: 'percent',
    hint: 'Of a hundred proposals.',
    example: '25',
    origin: 'example',
  },
  deal: {
    label: 'Average deal value',
    unit: 'money',
    hint: 'Optional. It is not part of the saving.',
    example: '20,000',
    origin: 'example',
  },
  speed: {
    label: 'Times faster',
    unit: 'times',
    hint: `We claim ${claims.speed} faster: a third of the hours is left for you.`,
    example: '3',
    origin: 'our claim',
  },
  reduction: {
    label: 'Cost reduction',
    unit: 'percent',
    hint: `We claim ${claims.costReduction}, with our price counted in.`,
    example: '50',
    origin: 'our claim',
  },
  ready: {
    label: 'Proposal back in',
    unit: 'hours',
    hint: `We claim ${claims.proposalTypical} for most proposals.`,
    example: '5',
    origin: 'our claim',
  },
  gain: {
    label: 'Win rate goes up by',
    unit: 'points',
    hint: 'We promise none. Enter your own guess, if you have one.',
    example: '0',
    origin: null,
  },
  price: {
    label: 'Our price a month',
    unit: 'money',
    hint: 'Optional. You get it in the call; until then it is not counted.',
    example: '',
    origin: null,
  },
} as const satisfies Record<RoiField, RoiFieldWords>

/** How the fields are grouped on the page. */
export const roiGroups = [
  {
    id: 'yours',
    title: 'Your numbers',
    text: 'An example stands in them. Write over it; everything follows as you type.',
    fields: ['proposals', 'hours', 'cost', 'win', 'deal'],
  },
  {
    id: 'assumed',
    title: 'What we assume',
    text: 'Three claims of ours and two unknowns. Change what you doubt.',
    fields: ['speed', 'reduction', 'ready', 'gain', 'price'],
  },
] as const satisfies readonly { id: string; title: string; text: string; fields: readonly RoiField[] }[]

/** What is wrong with a field, in a sentence. `least` and `most` are written as the field shows numbers. */
export const roiFault = (
  kind: Exclude<TypedNumber['kind'], 'number' | 'empty' | 'ambiguous'>,
  least: string,
  most: string,
): string =>
  ({
    missing: `Enter a number from ${least} to ${most}.`,
    unreadable: `This is not a number. Write it in digits, from ${least} to ${most}.`,
    low: `Too small: the least is ${least}.`,
    high: `Too large: the most is ${most}.`,
  })[kind]

/** Words of the ROI calculator, section by section. */
export const roiCalculator = {
  hero: {
    eyebrow: 'ROI calculator',
    title: 'What do your proposals cost you?',
    lede:
      'Type in five numbers you know. We add three claims of ours, and you can change those too. The ' +
      'formula stands below, line by line. Nothing is sent unless you book a call.',
    /** The lines of the sum beside it, in hours of a month. */
    sum: {
      today: (proposals: string, hours: string) => `${proposals} proposals a month, ${hours} h each`,
      withUs: (speed: string) => `With us, ${speed} times faster`,
      left: 'Yours again, every month',
    },
  },
  /** Under a field whose text may be two numbers, before a button for each. */
  which: 'Which number do you mean?',
  /** Under a field whose text has separators or signs. */
  readAs: (number: string) => `Read as ${number}.`,
  currencyLabel: 'Currency',
  reset: 'Back to the example',
  /** Without script nothing can be calculated, so the fields are not shown. */
  plain: 'This is an example. To put in your own numbers, turn on JavaScript and load the page again.',

  /** Shown beside the result while a field is not a valid number. */
  waiting: (label: string) => `Check “${label}”. Shown is the result of the last complete numbers.`,
  gainTooHigh: (most: string) => `Together with your win rate it cannot pass 100%. At most ${most}.`,

  figures: {
    freed: 'hours freed a month',
    worth: 'a month is what those hours cost you',
    year: 'a year, before our price',
  },

  chart: {
    month: {
      title: 'Hours on proposals in a month',
      today: 'Today',
      withUs: 'With us',
      freed: 'freed',
    },
    one: {
      title: 'Hours from request to proposal',
      today: 'Today, one person without a break',
      withUs: 'With us',
    },
  },

  closing: {
    title: 'Hear our price for your numbers',
    text:
      `In ${claims.callLength} we go through them and name our price. Then put it into the last field ` +
      `and see what is left. The call is free (usually ${claims.callValue}).`,
  },
} as const
