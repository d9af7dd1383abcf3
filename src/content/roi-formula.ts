import type { RoiField, RoiInput, RoiResult } from '#shared/lib/roi.ts'
import { formatNumber } from './number-words.ts'
import { roiCalculator, roiGroups, roiWords } from './roi-calculator.ts'
import { formatHours, formatMoney, type RoiCalculation, resultSentences } from './roi-lines.ts'
import { roiPaper } from './roi-paper.ts'
import { counted, plural, sentence } from './tree.ts'
import { words } from './words.ts'

export interface FormulaLine {
  readonly id: string
  readonly label: string
  /** Absent if the result is a sentence instead of a number. */
  readonly terms?: string
  readonly sign?: '=' | '≈'
  readonly result: string
  /** `result` marks a main result. */
  readonly weight: 'step' | 'result'
}

const roiFormula = words('roiFormula', {
  deals: counted('1 deal', '{count} deals'),
  proposals: counted('1 proposal', '{count} proposals'),
  points: counted('1 point', '{count} points'),
  times: sentence('{count} times', 'count'),
  monthly: sentence('{amount} a month', 'amount'),
  moneyAndHours: sentence('{money} and {hours}', 'money', 'hours'),
  /** The labels of lines, by id. */
  labels: {
    today: 'Proposal hours today',
    with: 'Your remaining hours with us',
    freed: 'Hours freed',
    worth: 'Cost of these hours, and your break-even price',
    year: 'Per year, before our price',
    costs: 'Cost of all proposal hours today',
    net: 'Your savings after our price',
    deals: 'Deals won',
    business: 'Revenue from won deals today, with or without us',
    gain: 'More deals, if your guess is right; not part of any result above',
  },
  fair: sentence('Our maximum price, if your total cost is to fall by {percent}%', 'percent'),
  fairTerms: sentence('{kept} − {cost} for your {hours}', 'kept', 'cost', 'hours'),
  unfair: 'No price can do that: the hours that your team still works already cost too much',
  perDeal: sentence('Proposal hours behind each won deal; with us {hours}', 'hours'),
  heading: sentence('{title}, {provider}. Amounts in {currency}.', 'title', 'currency'),
  revenue: sentence('{amount} a month from won deals ({terms})', 'amount', 'terms'),
  exampleRevenue: sentence('{amount} a month from won deals ({terms}, an example)', 'amount', 'terms'),
})
const monthly = (amount: string) => roiFormula.monthly(amount)

const deals = (value: number) => plural(value, roiFormula.deals)
const count = (value: number) => plural(value, roiFormula.proposals)

function valueWithUnit(field: RoiField, { input, currency }: Pick<RoiCalculation, 'input' | 'currency'>): string {
  const value = input[field]
  if (value === null) return roiPaper.summary.none
  switch (roiWords[field].unit) {
    case 'money':
      return formatMoney(value, currency)
    case 'percent':
      return `${formatNumber(value)}%`
    case 'points':
      return plural(value, roiFormula.points)
    case 'times':
      return roiFormula.times(formatNumber(value))
    case 'hours':
      return formatHours(value)
    case 'count':
      return formatNumber(value)
  }
}

const signOf = (exact: number, shown: number) => (Math.abs(exact - shown) < 1e-6 ? '=' : '≈')

const mainResults = new Set(['freed', 'worth', 'year', 'net'])

/** A line with the exact result and the one that the line shows. */
function lineOf(
  id: string,
  label: string,
  terms: string,
  [exact, shown]: readonly [number, number],
  result: string,
): FormulaLine {
  return { id, label, terms, sign: signOf(exact, shown), result, weight: mainResults.has(id) ? 'result' : 'step' }
}

/** Returns all lines of the formula, from the visitor's numbers to the results. */
export function formulaLines({ input, roi, currency }: RoiCalculation): FormulaLine[] {
  const cash = (amount: number) => formatMoney(amount, currency)
  const { proposals, hours, cost, win, deal, speed, gain, price } = input
  const { hoursToday, hoursWith, hoursFreed, hoursPerDeal, hoursPerDealWith, worth, costToday, net } = roi
  const [today, left, freed] = [hoursToday, hoursWith, hoursFreed].map(formatNumber)
  const step = (id: keyof typeof roiFormula.labels, terms: string, pair: readonly [number, number], result: string) =>
    lineOf(id, roiFormula.labels[id], terms, pair, result)

  const yearly = roiFormula.moneyAndHours(cash(roi.yearWorth), formatHours(roi.yearHours))
  const lines = [
    step(
      'today',
      `${count(proposals)} × ${formatHours(hours)}`,
      [proposals * hours, hoursToday],
      monthly(formatHours(hoursToday)),
    ),
    step('with', `${today} ÷ ${formatNumber(speed)}`, [hoursToday / speed, hoursWith], monthly(formatHours(hoursWith))),
    step('freed', `${today} − ${left}`, [hoursToday - hoursWith, hoursFreed], monthly(formatHours(hoursFreed))),
    step('worth', `${freed} × ${cash(cost)}`, [hoursFreed * cost, worth], monthly(cash(worth))),
    step('year', `${cash(worth)} × 12`, [worth * 12, roi.yearWorth], yearly),
    step('costs', `${today} × ${cash(cost)}`, [hoursToday * cost, costToday], monthly(cash(costToday))),
    fairPriceLine(input, roi, cash),
  ]
  if (price !== null && net !== null)
    lines.push(step('net', `${cash(worth)} − ${cash(price)}`, [worth - price, net], monthly(cash(net))))
  const won = `${count(proposals)} × ${formatNumber(win)}%`
  lines.push(step('deals', won, [(proposals * win) / 100, roi.deals], monthly(deals(roi.deals))))
  if (hoursPerDeal !== null && hoursPerDealWith !== null) {
    const label = roiFormula.perDeal(formatHours(hoursPerDealWith))
    const terms = `${today} ÷ ${formatNumber(roi.deals)}`
    lines.push(lineOf('per-deal', label, terms, [hoursToday / roi.deals, hoursPerDeal], formatHours(hoursPerDeal)))
  }
  if (deal !== null && roi.newBusiness !== null) {
    const terms = `${formatNumber(roi.deals)} × ${cash(deal)}`
    lines.push(step('business', terms, [roi.deals * deal, roi.newBusiness], monthly(cash(roi.newBusiness))))
  }
  // Growth is the visitor's guess, and the label says so.
  if (gain > 0) {
    const terms = `${count(proposals)} × ${formatNumber(gain)}%`
    const brings = roi.moreBusiness === null ? '' : `, ${cash(roi.moreBusiness)}`
    lines.push(step('gain', terms, [(proposals * gain) / 100, roi.moreDeals], monthly(deals(roi.moreDeals)) + brings))
  }
  return lines
}

/** The highest price at which the claimed cost reduction is met, or a sentence if there is no such price. */
function fairPriceLine({ reduction }: RoiInput, roi: RoiResult, cash: (amount: number) => string): FormulaLine {
  const label = roiFormula.fair(formatNumber(reduction))
  const kept = `${cash(roi.costToday)} × ${formatNumber(100 - reduction)}%`
  const terms = roiFormula.fairTerms(kept, cash(roi.costWith), formatHours(roi.hoursWith))
  if (roi.fairPrice === null) return { id: 'fair', label, terms, result: roiFormula.unfair, weight: 'step' }
  const exact = roi.costToday * (1 - reduction / 100) - roi.costWith
  return lineOf('fair', label, terms, [exact, roi.fairPrice], monthly(cash(roi.fairPrice)))
}

function originOf(field: RoiField): string | null {
  const { kind } = roiWords[field]
  return kind && roiCalculator.kinds[kind]
}

/** Each group's fields with their values, in the summary's order. */
export function summaryGroups(one: RoiCalculation) {
  return roiGroups.map(({ id, title, fields }) => ({
    id,
    title,
    rows: fields.map((field) => ({
      field,
      label: roiWords[field].label,
      value: valueWithUnit(field, one),
      origin: one.examples.has(field) ? originOf(field) : null,
    })),
  }))
}

/** The summary as plain text, to copy, share, or send as the message in a booking. */
export function summaryText(one: RoiCalculation): string {
  const groups = summaryGroups(one).map(({ title, rows }) =>
    [title, ...rows.map(({ label, value, origin }) => `- ${label}: ${value}${origin ? ` (${origin})` : ''}`)].join(
      '\n',
    ),
  )
  const lines = formulaLines(one).map(
    ({ label, terms, sign, result }) => `- ${label}: ${[terms, sign, result].filter(Boolean).join(' ')}`,
  )
  return [
    roiFormula.heading(roiCalculator.hero.eyebrow, one.currency),
    resultSentences(one).join(' '),
    ...groups,
    [roiPaper.formula.title, ...lines].join('\n'),
  ].join('\n\n')
}

/**
 * The text for `monthly_revenue`: the revenue from won deals, labeled as such. Is empty if the revenue is unknown.
 */
export function revenueText({ input, roi, currency, examples }: RoiCalculation): string {
  if (input.deal === null || roi.newBusiness === null) return ''
  const said = examples.has('deal') ? roiFormula.exampleRevenue : roiFormula.revenue
  return said(formatMoney(roi.newBusiness, currency), `${deals(roi.deals)} × ${formatMoney(input.deal, currency)}`)
}
