import type { RoiField, RoiInput, RoiResult } from '#shared/lib/roi.ts'
import { formatNumber } from './number-words.ts'
import { type Currency, currencies } from './roi-calculator.ts'
import { counted, plural, sentence } from './tree.ts'
import { words } from './words.ts'

/** One calculation, with all the data needed to describe it. */
export interface RoiCalculation {
  readonly input: RoiInput
  readonly roi: RoiResult
  readonly currency: Currency
  /** Fields that still contain the example value. */
  readonly examples: ReadonlySet<RoiField>
}

const roiLines = words('roiLines', {
  hours: counted('1 hour', '{count} hours'),
  million: sentence('{count} million', 'count'),
  billion: sentence('{count} billion', 'count'),
  today: sentence('You spend {hours} a month on proposals.', 'hours'),
  withUs: sentence('With us you spend {hours} and get {freed} back.', 'hours', 'freed'),
  same: 'With us it would be the same.',
  fair: sentence(
    'To cut your total cost by {reduction}%, we can charge at most {price} a month. Hold us to that limit in the call.',
    ...(['reduction', 'price'] as const),
  ),
  unfair: sentence(
    'If the work is {times} times faster, no price can cut your total cost by {reduction}%: the hours that your team ' +
      'still works already cost too much.',
    ...(['times', 'reduction'] as const),
  ),
  loss: sentence('A price of {price} a month costs you {amount} more than it saves.', 'price', 'amount'),
  gain: sentence('A price of {price} a month leaves you {amount}.', 'price', 'amount'),
  perDeal: sentence('Each won deal takes {hours} of proposal work; with us it takes {fewer}.', 'hours', 'fewer'),
})

export function formatMoney(amount: number, currency: Currency): string {
  const { sign } = currencies[currency]
  const size = Math.abs(amount)
  const text =
    size >= 1e9
      ? roiLines.billion(formatNumber(size / 1e9))
      : size >= 1e6
        ? roiLines.million(formatNumber(size / 1e6))
        : formatNumber(size)
  return `${amount < 0 ? '−' : ''}${sign}${text}`
}

export const formatHours = (value: number): string => plural(value, roiLines.hours)

/** The result in two sentences. */
export function resultSentences({ roi }: RoiCalculation): readonly [today: string, withUs: string] {
  const withUs =
    roi.hoursFreed === 0 ? roiLines.same : roiLines.withUs(formatNumber(roi.hoursWith), formatNumber(roi.hoursFreed))
  return [roiLines.today(formatHours(roi.hoursToday)), withUs]
}

/** Answers to a business owner's next questions, calculated from the same numbers. */
export function followUpSentences({ input, roi, currency }: RoiCalculation): string[] {
  const cash = (amount: number) => formatMoney(amount, currency)
  const { price } = input
  const reduction = formatNumber(input.reduction)
  const said = [
    roi.fairPrice === null
      ? roiLines.unfair(formatNumber(input.speed), reduction)
      : roiLines.fair(reduction, cash(roi.fairPrice)),
  ]
  if (price !== null && roi.net !== null)
    said.push(roi.net < 0 ? roiLines.loss(cash(price), cash(-roi.net)) : roiLines.gain(cash(price), cash(roi.net)))
  if (roi.hoursPerDeal !== null && roi.hoursPerDealWith !== null)
    said.push(roiLines.perDeal(formatHours(roi.hoursPerDeal), formatNumber(roi.hoursPerDealWith)))
  return said
}
