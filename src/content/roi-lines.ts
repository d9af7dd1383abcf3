import type { Roi, RoiField, RoiInput } from '#shared/lib/roi.ts'
import { brand } from './brand.ts'
import { type Currency, currencies, roiCalculator, roiGroups, roiWords } from './roi-calculator.ts'

/** The numbers of one calculation, with what is needed to write about them. */
export interface RoiCase {
  readonly input: RoiInput
  readonly roi: Roi
  readonly currency: Currency
  /** Fields that still hold the example. */
  readonly examples: ReadonlySet<RoiField>
}

/** One line of the formula as it is written out. */
export interface FormulaLine {
  readonly id: string
  readonly label: string
  /** Absent where the result is a sentence. */
  readonly terms?: string
  readonly sign?: '=' | '≈'
  readonly result: string
  /** `result` for the lines that are the answer. */
  readonly weight: 'step' | 'result'
}

/** The one locale of the site, so that the prerendered page and every browser write the same. */
const plain = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 })

/** A number as its field and the formula write it. */
export const figure = plain

export function money(amount: number, currency: Currency): string {
  const { sign } = currencies[currency]
  const size = Math.abs(amount)
  const text =
    size >= 1e9 ? `${plain(size / 1e9)} billion` : size >= 1e6 ? `${plain(size / 1e6)} million` : plain(size)
  return `${amount < 0 ? '−' : ''}${sign}${text}`
}

export const hours = (value: number) => `${plain(value)} ${value === 1 ? 'hour' : 'hours'}`
const deals = (value: number) => `${plain(value)} ${value === 1 ? 'deal' : 'deals'}`
const count = (value: number) => `${plain(value)} ${value === 1 ? 'proposal' : 'proposals'}`

/** The whole result in two sentences. */
export function answer({ roi }: RoiCase): readonly [today: string, withUs: string] {
  const withUs = roi.hoursFreed === 0 ? 'the same' : `about ${plain(roi.hoursWith)}`
  return [`You spend ${hours(roi.hoursToday)} a month on proposals.`, `With us it would be ${withUs}.`]
}

/** What an owner would ask next, answered from the same numbers. */
export function verdicts({ input, roi, currency }: RoiCase): string[] {
  const cash = (amount: number) => money(amount, currency)
  const { reduction, speed, price } = input
  const cut = `cut the whole cost by ${plain(reduction)}%`
  const said = [
    roi.fairPrice === null
      ? `At ${plain(speed)} times faster, no price of ours could ${cut}: the hours left for you cost more already.`
      : `To ${cut}, our price may be ${cash(roi.fairPrice)} a month at most. Hold us to it in the call.`,
  ]
  if (price !== null && roi.net !== null) {
    const outcome =
      roi.net < 0 ? `costs you ${cash(-roi.net)} more than it saves` : `leaves you ${cash(roi.net)}`
    said.push(`A price of ${cash(price)} ${outcome} a month.`)
  }
  if (roi.hoursPerDeal !== null && roi.hoursPerDealWith !== null)
    said.push(
      `Behind each won deal stand ${hours(roi.hoursPerDeal)} of proposals; with us ${plain(roi.hoursPerDealWith)}.`,
    )
  return said
}

/** A field's number as a person would say it. */
function said(field: RoiField, { input, currency }: Pick<RoiCase, 'input' | 'currency'>): string {
  const value = input[field]
  if (value === null) return roiCalculator.summary.none
  switch (roiWords[field].unit) {
    case 'money':
      return money(value, currency)
    case 'percent':
      return `${plain(value)}%`
    case 'points':
      return `${plain(value)} ${value === 1 ? 'point' : 'points'}`
    case 'times':
      return `${plain(value)} times`
    case 'hours':
      return hours(value)
    case 'count':
      return plain(value)
  }
}

const signOf = (exact: number, shown: number) => (Math.abs(exact - shown) < 1e-6 ? '=' : '≈')

/** Every step from the visitor's numbers to the results. */
export function formulaLines({ input, roi, currency }: RoiCase): FormulaLine[] {
  const cash = (amount: number) => money(amount, currency)
  const { proposals, cost, win, deal, speed, gain, price } = input
  const step = (
    id: string,
    label: string,
    terms: string,
    [exact, shown]: readonly [number, number],
    result: string,
    weight: FormulaLine['weight'] = 'step',
  ): FormulaLine => ({ id, label, terms, sign: signOf(exact, shown), result, weight })

  const lines = [
    step(
      'today',
      'Hours on proposals today',
      `${count(proposals)} × ${hours(input.hours)}`,
      [proposals * input.hours, roi.hoursToday],
      `${hours(roi.hoursToday)} a month`,
    ),
    step(
      'with',
      'Hours left for you with us',
      `${plain(roi.hoursToday)} ÷ ${plain(speed)}`,
      [roi.hoursToday / speed, roi.hoursWith],
      `${hours(roi.hoursWith)} a month`,
    ),
    step(
      'freed',
      'Hours freed',
      `${plain(roi.hoursToday)} − ${plain(roi.hoursWith)}`,
      [roi.hoursToday - roi.hoursWith, roi.hoursFreed],
      `${hours(roi.hoursFreed)} a month`,
      'result',
    ),
    step(
      'worth',
      'What these hours cost you: the price at which you break even',
      `${plain(roi.hoursFreed)} × ${cash(cost)}`,
      [roi.hoursFreed * cost, roi.worth],
      `${cash(roi.worth)} a month`,
      'result',
    ),
    step(
      'year',
      'In a year, before our price',
      `${cash(roi.worth)} × 12`,
      [roi.worth * 12, roi.yearWorth],
      `${cash(roi.yearWorth)} and ${hours(roi.yearHours)}`,
      'result',
    ),
    step(
      'costs',
      'All proposal hours cost you today',
      `${plain(roi.hoursToday)} × ${cash(cost)}`,
      [roi.hoursToday * cost, roi.costToday],
      `${cash(roi.costToday)} a month`,
    ),
    fairPriceLine(input, roi, cash),
  ]
  if (price !== null && roi.net !== null) {
    lines.push(
      step(
        'net',
        'Left for you after our price',
        `${cash(roi.worth)} − ${cash(price)}`,
        [roi.worth - price, roi.net],
        `${cash(roi.net)} a month`,
        'result',
      ),
    )
  }
  lines.push(
    step(
      'deals',
      'Deals won',
      `${count(proposals)} × ${plain(win)}%`,
      [(proposals * win) / 100, roi.deals],
      `${deals(roi.deals)} a month`,
    ),
  )
  if (roi.hoursPerDeal !== null && roi.hoursPerDealWith !== null) {
    lines.push(
      step(
        'per-deal',
        `Proposal hours behind each won deal; with us ${hours(roi.hoursPerDealWith)}`,
        `${plain(roi.hoursToday)} ÷ ${plain(roi.deals)}`,
        [roi.hoursToday / roi.deals, roi.hoursPerDeal],
        `${hours(roi.hoursPerDeal)}`,
      ),
    )
  }
  if (deal !== null && roi.newBusiness !== null) {
    lines.push(
      step(
        'business',
        'What won deals bring today, with or without us',
        `${plain(roi.deals)} × ${cash(deal)}`,
        [roi.deals * deal, roi.newBusiness],
        `${cash(roi.newBusiness)} a month`,
      ),
    )
  }
  if (gain > 0) lines.push(gainLine(input, roi, cash))
  return lines
}

/** What our claim of cost reduction means for our price; it says so when no price could keep it. */
function fairPriceLine({ reduction }: RoiInput, roi: Roi, cash: (amount: number) => string): FormulaLine {
  const label = `Our price at most, if your whole cost is to fall by ${plain(reduction)}%`
  const kept = `${cash(roi.costToday)} × ${plain(100 - reduction)}% − ${cash(roi.costWith)} for your ${hours(roi.hoursWith)}`
  if (roi.fairPrice === null) {
    const result = 'No price can do that: the hours left for you cost more already'
    return { id: 'fair', label, terms: kept, result, weight: 'step' }
  }
  const exact = roi.costToday * (1 - reduction / 100) - roi.costWith
  const sign = signOf(exact, roi.fairPrice)
  return { id: 'fair', label, terms: kept, sign, result: `${cash(roi.fairPrice)} a month`, weight: 'step' }
}

/** Growth is the visitor's own guess, and the line says so. */
function gainLine({ proposals, gain }: RoiInput, roi: Roi, cash: (amount: number) => string): FormulaLine {
  const brings = roi.moreBusiness === null ? '' : `, ${cash(roi.moreBusiness)}`
  return {
    id: 'gain',
    label: 'More deals, if your guess is right; not part of any result above',
    terms: `${count(proposals)} × ${plain(gain)}%`,
    sign: signOf((proposals * gain) / 100, roi.moreDeals),
    result: `${deals(roi.moreDeals)} a month${brings}`,
    weight: 'step',
  }
}

/** The fields of each group with their numbers, as the summary lists them. */
export function summaryGroups(one: RoiCase) {
  return roiGroups.map(({ id, title, fields }) => ({
    id,
    title,
    rows: fields.map((field) => ({
      field,
      label: roiWords[field].label,
      value: said(field, one),
      origin: one.examples.has(field) ? roiWords[field].origin : null,
    })),
  }))
}

/** The summary as plain text: for the clipboard, for sharing, for the message of a booking. */
export function summaryText(one: RoiCase): string {
  const groups = summaryGroups(one).map(({ title, rows }) =>
    [
      title,
      ...rows.map(({ label, value, origin }) => `- ${label}: ${value}${origin ? ` (${origin})` : ''}`),
    ].join('\n'),
  )
  const lines = formulaLines(one).map(
    ({ label, terms, sign, result }) => `- ${label}: ${[terms, sign, result].filter(Boolean).join(' ')}`,
  )
  return [
    `${roiCalculator.hero.eyebrow}, ${brand.name}. Amounts in ${one.currency}.`,
    answer(one).join(' '),
    ...groups,
    [roiCalculator.formula.title, ...lines].join('\n'),
  ].join('\n\n')
}

/** What goes into `monthly_revenue`: what won deals bring, labelled as that. Empty when it is not known. */
export function revenueText({ input, roi, currency, examples }: RoiCase): string {
  if (input.deal === null || roi.newBusiness === null) return ''
  const from = `${deals(roi.deals)} × ${money(input.deal, currency)}`
  const example = examples.has('deal') ? ', an example' : ''
  return `${money(roi.newBusiness, currency)} a month from won deals (${from}${example})`
}
