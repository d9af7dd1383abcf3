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
  today: 'Proposal hours today',
  withUs: 'Your remaining hours with us',
  freed: 'Hours freed',
  worth: 'Cost of these hours, and your break-even price',
  year: 'Per year, before our price',
  costs: 'Cost of all proposal hours today',
  fair: sentence('Our maximum price, if your total cost is to fall by {percent}%', 'percent'),
  fairTerms: sentence('{kept} − {cost} for your {hours}', 'kept', 'cost', 'hours'),
  unfair: 'No price can do that: the hours that your team still works already cost too much',
  net: 'Your savings after our price',
  won: 'Deals won',
  perDeal: sentence('Proposal hours behind each won deal; with us {hours}', 'hours'),
  business: 'Revenue from won deals today, with or without us',
  gain: 'More deals, if your guess is right; not part of any result above',
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

/** Returns all lines of the formula, from the visitor's numbers to the results. */
export function formulaLines({ input, roi, currency }: RoiCalculation): FormulaLine[] {
  const cash = (amount: number) => formatMoney(amount, currency)
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
      roiFormula.today,
      `${count(proposals)} × ${formatHours(input.hours)}`,
      [proposals * input.hours, roi.hoursToday],
      monthly(formatHours(roi.hoursToday)),
    ),
    step(
      'with',
      roiFormula.withUs,
      `${formatNumber(roi.hoursToday)} ÷ ${formatNumber(speed)}`,
      [roi.hoursToday / speed, roi.hoursWith],
      monthly(formatHours(roi.hoursWith)),
    ),
    step(
      'freed',
      roiFormula.freed,
      `${formatNumber(roi.hoursToday)} − ${formatNumber(roi.hoursWith)}`,
      [roi.hoursToday - roi.hoursWith, roi.hoursFreed],
      monthly(formatHours(roi.hoursFreed)),
      'result',
    ),
    step(
      'worth',
      roiFormula.worth,
      `${formatNumber(roi.hoursFreed)} × ${cash(cost)}`,
      [roi.hoursFreed * cost, roi.worth],
      monthly(cash(roi.worth)),
      'result',
    ),
    step(
      'year',
      roiFormula.year,
      `${cash(roi.worth)} × 12`,
      [roi.worth * 12, roi.yearWorth],
      roiFormula.moneyAndHours(cash(roi.yearWorth), formatHours(roi.yearHours)),
      'result',
    ),
    step(
      'costs',
      roiFormula.costs,
      `${formatNumber(roi.hoursToday)} × ${cash(cost)}`,
      [roi.hoursToday * cost, roi.costToday],
      monthly(cash(roi.costToday)),
    ),
    fairPriceLine(input, roi, cash),
  ]
  if (price !== null && roi.net !== null) {
    lines.push(
      step(
        'net',
        roiFormula.net,
        `${cash(roi.worth)} − ${cash(price)}`,
        [roi.worth - price, roi.net],
        monthly(cash(roi.net)),
        'result',
      ),
    )
  }
  lines.push(
    step(
      'deals',
      roiFormula.won,
      `${count(proposals)} × ${formatNumber(win)}%`,
      [(proposals * win) / 100, roi.deals],
      monthly(deals(roi.deals)),
    ),
  )
  if (roi.hoursPerDeal !== null && roi.hoursPerDealWith !== null) {
    lines.push(
      step(
        'per-deal',
        roiFormula.perDeal(formatHours(roi.hoursPerDealWith)),
        `${formatNumber(roi.hoursToday)} ÷ ${formatNumber(roi.deals)}`,
        [roi.hoursToday / roi.deals, roi.hoursPerDeal],
        formatHours(roi.hoursPerDeal),
      ),
    )
  }
  if (deal !== null && roi.newBusiness !== null) {
    lines.push(
      step(
        'business',
        roiFormula.business,
        `${formatNumber(roi.deals)} × ${cash(deal)}`,
        [roi.deals * deal, roi.newBusiness],
        monthly(cash(roi.newBusiness)),
      ),
    )
  }
  if (gain > 0) lines.push(gainLine(input, roi, cash))
  return lines
}

/** The highest price at which the claimed cost reduction is met, or a sentence if there is no such price. */
function fairPriceLine({ reduction }: RoiInput, roi: RoiResult, cash: (amount: number) => string): FormulaLine {
  const label = roiFormula.fair(formatNumber(reduction))
  const kept = `${cash(roi.costToday)} × ${formatNumber(100 - reduction)}%`
  const terms = roiFormula.fairTerms(kept, cash(roi.costWith), formatHours(roi.hoursWith))
  if (roi.fairPrice === null) {
    return { id: 'fair', label, terms, result: roiFormula.unfair, weight: 'step' }
  }
  const exact = roi.costToday * (1 - reduction / 100) - roi.costWith
  const sign = signOf(exact, roi.fairPrice)
  return { id: 'fair', label, terms, sign, result: monthly(cash(roi.fairPrice)), weight: 'step' }
}

/** Growth is the visitor's guess, and the label says so. */
function gainLine({ proposals, gain }: RoiInput, roi: RoiResult, cash: (amount: number) => string): FormulaLine {
  const brings = roi.moreBusiness === null ? '' : `, ${cash(roi.moreBusiness)}`
  return {
    id: 'gain',
    label: roiFormula.gain,
    terms: `${count(proposals)} × ${formatNumber(gain)}%`,
    sign: signOf((proposals * gain) / 100, roi.moreDeals),
    result: monthly(deals(roi.moreDeals)) + brings,
    weight: 'step',
  }
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
