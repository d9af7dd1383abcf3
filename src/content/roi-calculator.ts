import type { RoiField } from '#shared/lib/roi.ts'
import { sentence } from './tree.ts'
import { words } from './words.ts'

/**
 * Currencies, each with the sign in front of an amount. Nothing is converted: all amounts are in the chosen currency.
 */
export const currencies = words('currencies', {
  USD: { sign: '$', name: 'US dollar' },
  ZAR: { sign: 'R', name: 'South African rand' },
  NZD: { sign: 'NZ$', name: 'New Zealand dollar' },
  AUD: { sign: 'A$', name: 'Australian dollar' },
  EUR: { sign: '€', name: 'Euro' },
  GBP: { sign: '£', name: 'Pound sterling' },
})
export type Currency = keyof typeof currencies

/** The unit of a field. For `money`, the field shows the currency sign. */
export type RoiUnit = 'money' | 'percent' | 'points' | 'times' | 'hours' | 'count'

export interface RoiFieldWords {
  label: string
  unit: RoiUnit
  hint: string
  /** The initial value, and its kind, which the summary states until the visitor changes the value. */
  example: string
  kind: 'example' | 'claim' | null
}

export const roiWords = words('roiWords', {
  proposals: {
    label: 'Proposals a month',
    unit: 'count',
    hint: 'All proposals you send, won or lost.',
    example: '8',
    kind: 'example',
  },
  hours: {
    label: 'Hours per proposal',
    unit: 'hours',
    hint: 'Everyone’s hours combined, from brief to sent proposal.',
    example: '12',
    kind: 'example',
  },
  cost: {
    label: 'Team cost per hour',
    unit: 'money',
    hint: 'Pay and overhead of the people who write proposals, not what you charge.',
    example: '60',
    kind: 'example',
  },
  win: {
    label: 'Win rate',
    unit: 'percent',
    hint: 'Proposals you win out of every hundred.',
    example: '25',
    kind: 'example',
  },
  deal: {
    label: 'Average deal value',
    unit: 'money',
    hint: 'Optional. Not part of the savings.',
    example: '20,000',
    kind: 'example',
  },
  speed: {
    label: 'Times faster',
    unit: 'times',
    hint: 'We claim to be {speed} faster, which leaves you {hoursLeft} of the hours.',
    example: '{speedFactor}',
    kind: 'claim',
  },
  reduction: {
    label: 'Cost reduction',
    unit: 'percent',
    hint: 'Our claim is {costReduction}, including our price.',
    example: '{costReductionPercent}',
    kind: 'claim',
  },
  ready: {
    label: 'Proposal back in',
    unit: 'hours',
    hint: 'Our claim is {proposalTypical} for most proposals.',
    example: '{proposalHours}',
    kind: 'claim',
  },
  gain: {
    label: 'Win rate increase',
    unit: 'points',
    hint: 'We promise no increase. If you expect one, enter your own guess.',
    get example() {
      return '0'
    },
    kind: null,
  },
  price: {
    label: 'Our monthly price',
    unit: 'money',
    hint: 'Optional. We tell you in the call; until then it is left out.',
    example: '',
    kind: null,
  },
} as const satisfies Record<RoiField, RoiFieldWords>)

export const roiGroups = words('roiGroups', [
  {
    id: 'yours',
    title: 'Your numbers',
    text: 'These are an example. Type over them; everything updates as you type.',
    fields: ['proposals', 'hours', 'cost', 'win', 'deal'],
  },
  {
    id: 'assumed',
    title: 'What we assume',
    text: 'These are three of our claims and two unknowns. Change any number you doubt.',
    fields: ['speed', 'reduction', 'ready', 'gain', 'price'],
  },
] as const satisfies readonly { id: string; title: string; text: string; fields: readonly RoiField[] }[])

/** The error messages for a field, with its least and its greatest number. */
export const roiFieldErrors = words('roiFieldErrors', {
  missing: sentence('Enter a number from {least} to {most}.', 'least', 'most'),
  unreadable: sentence('This is not a number. Use digits, from {least} to {most}.', 'least', 'most'),
  low: sentence('Too small: the minimum is {least}.', 'least', 'most'),
  high: sentence('Too large: the maximum is {most}.', 'least', 'most'),
})

export const roiCalculator = words('roiCalculator', {
  hero: {
    eyebrow: 'ROI calculator',
    title: 'What do your proposals cost you?',
    lede:
      'Enter five numbers you know. We add three of our claims, and you can change those too. The ' +
      'formula is shown below, line by line. Nothing is sent unless you book a call.',
    /** The calculation shown next to the text, in hours per month. */
    sum: {
      today: sentence('{proposals} proposals a month, {hours} h each', 'proposals', 'hours'),
      withUs: sentence('With us, {speed} times faster', 'speed'),
      left: 'Hours freed every month',
    },
  },
  /** Shown if a field's text can be read as two numbers; a button for each number follows. */
  which: 'Which number do you mean?',
  /** Shown under a field whose text contains separators or signs. */
  readAs: sentence('Read as {number}.', 'number'),
  currencyLabel: 'Currency',
  /** Follow the number in a field. */
  units: { points: 'points', hours: 'hours' },
  /** Describe the kinds of initial values. */
  kinds: { example: 'example', claim: 'our claim' },
  reset: 'Reset to the example',
  /** Replaces the fields if JavaScript is off, because nothing can be calculated then. */
  plain: 'This is an example. To enter your own numbers, turn on JavaScript and reload the page.',

  /** Shown next to the result while a field is not a valid number. */
  waiting: sentence('Check “{label}”. The result uses your last complete set of numbers.', 'label'),
  gainTooHigh: sentence('Your win rate plus this increase cannot exceed 100%. Enter at most {most}.', 'most'),

  figures: {
    freed: 'hours freed a month',
    worth: 'what those hours cost you a month',
    year: 'a year, before our price',
  },

  chart: {
    month: {
      title: 'Proposal hours per month',
      today: 'Today',
      withUs: 'With us',
      freed: 'freed',
    },
    one: {
      title: 'Hours from request to proposal',
      today: 'Today, if one person works nonstop',
      withUs: 'With us',
    },
  },

  closing: {
    title: 'Hear our price for your numbers',
    text:
      'During the call ({callLength}), we will go through your numbers and name our price. Then enter the price in the last field ' +
      'and see what is left. The call is free (usually {callValue}).',
  },
} as const)
