import type { RoiField, RoiInput, RoiResult } from '#shared/lib/roi.ts'
import { roiCalculator, roiGroups, roiWords } from './roi-calculator.ts'
import { formatHours, formatMoney, formatNumber, type RoiCalculation, resultSentences } from './roi-lines.ts'
import { roiPaper } from './roi-paper.ts'

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

const deals = (value: number) => `${formatNumber(value)} ${value === 1 ? 'deal' : 'deals'}`
const count = (value: number) => `${formatNumber(value)} ${value === 1 ? 'proposal' : 'proposals'}`

function valueWithUnit(field: RoiField, { input, currency }: Pick<RoiCalculation, 'input' | 'currency'>): string {
  const value = input[field]
  if (value === null) return roiPaper.summary.none
  switch (roiWords[field].unit) {
    case 'money':
      return formatMoney(value, currency)
    case 'percent':
      return `${formatNumber(value)}%`
    case 'points':
      return `${formatNumber(value)} ${value === 1 ? 'point' : 'points'}`
    case 'times':
      return `${formatNumber(value)} times`
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
      'Proposal hours today',
      `${count(proposals)} × ${formatHours(input.hours)}`,
      [proposals * input.hours, roi.hoursToday],
      `${formatHours(roi.hoursToday)} a month`,
    ),
    step(
      'with',
      'Your remaining hours with us',
      `${formatNumber(roi.hoursToday)} ÷ ${formatNumber(speed)}`,
      [roi.hoursToday / speed, roi.hoursWith],
      `${formatHours(roi.hoursWith)} a month`,
    ),
    step(
      'freed',
      'Hours freed',
      `${formatNumber(roi.hoursToday)} − ${formatNumber(roi.hoursWith)}`,
      [roi.hoursToday - roi.hoursWith, roi.hoursFreed],
      `${formatHours(roi.hoursFreed)} a month`,
      'result',
    ),
    step(
      'worth',
      'Cost of these hours, and your break-even price',
      `${formatNumber(roi.hoursFreed)} × ${cash(cost)}`,
      [roi.hoursFreed * cost, roi.worth],
      `${cash(roi.worth)} a month`,
      'result',
    ),
    step(
      'year',
      'Per year, before our price',
      `${cash(roi.worth)} × 12`,
      [roi.worth * 12, roi.yearWorth],
      `${cash(roi.yearWorth)} and ${formatHours(roi.yearHours)}`,
      'result',
    ),
    step(
      'costs',
      'Cost of all proposal hours today',
      `${formatNumber(roi.hoursToday)} × ${cash(cost)}`,
      [roi.hoursToday * cost, roi.costToday],
      `${cash(roi.costToday)} a month`,
    ),
    fairPriceLine(input, roi, cash),
  ]
  if (price !== null && roi.net !== null) {
    lines.push(
      step(
        'net',
        'Your savings after our price',
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
      `${count(proposals)} × ${formatNumber(win)}%`,
      [(proposals * win) / 100, roi.deals],
      `${deals(roi.deals)} a month`,
    ),
  )
  if (roi.hoursPerDeal !== null && roi.hoursPerDealWith !== null) {
    lines.push(
      step(
        'per-deal',
        `Proposal hours behind each won deal; with us ${formatHours(roi.hoursPerDealWith)}`,
        `${formatNumber(roi.hoursToday)} ÷ ${formatNumber(roi.deals)}`,
        [roi.hoursToday / roi.deals, roi.hoursPerDeal],
        `${formatHours(roi.hoursPerDeal)}`,
      ),
    )
  }
  if (deal !== null && roi.newBusiness !== null) {
    lines.push(
      step(
        'business',
        'Revenue from won deals today, with or without us',
        `${formatNumber(roi.deals)} × ${cash(deal)}`,
        [roi.deals * deal, roi.newBusiness],
        `${cash(roi.newBusiness)} a month`,
      ),
    )
  }
  if (gain > 0) lines.push(gainLine(input, roi, cash))
  return lines
}

/** The highest price at which the claimed cost reduction is met, or a sentence if there is no such price. */
function fairPriceLine({ reduction }: RoiInput, roi: RoiResult, cash: (amount: number) => string): FormulaLine {
  const label = `Our maximum price, if your total cost is to fall by ${formatNumber(reduction)}%`
  const kept = `${cash(roi.costToday)} × ${formatNumber(100 - reduction)}% − ${cash(roi.costWith)} for your ${formatHours(roi.hoursWith)}`
  if (roi.fairPrice === null) {
    const result = 'No price can do that: the hours that your team still works already cost too much'
    return { id: 'fair', label, terms: kept, result, weight: 'step' }
  }
  const exact = roi.costToday * (1 - reduction / 100) - roi.costWith
  const sign = signOf(exact, roi.fairPrice)
  return { id: 'fair', label, terms: kept, sign, result: `${cash(roi.fairPrice)} a month`, weight: 'step' }
}

/** Growth is the visitor's guess, and the label says so. */
function gainLine({ proposals, gain }: RoiInput, roi: RoiResult, cash: (amount: number) => string): FormulaLine {
  const brings = roi.moreBusiness === null ? '' : `, ${cash(roi.moreBusiness)}`
  return {
    id: 'gain',
    label: 'More deals, if your guess is right; not part of any result above',
    terms: `${count(proposals)} × ${formatNumber(gain)}%`,
    sign: signOf((proposals * gain) / 100, roi.moreDeals),
    result: `${deals(roi.moreDeals)} a month${brings}`,
    weight: 'step',
  }
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
      origin: one.examples.has(field) ? roiWords[field].origin : null,
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
    `${roiCalculator.hero.eyebrow}, {provider}. Amounts in ${one.currency}.`,
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
  const from = `${deals(roi.deals)} × ${formatMoney(input.deal, currency)}`
  const example = examples.has('deal') ? ', an example' : ''
  return `${formatMoney(roi.newBusiness, currency)} a month from won deals (${from}${example})`
}
