import type { RoiField, RoiInput, RoiResult } from '#shared/lib/roi.ts'
import { type Currency, currencies } from './roi-calculator.ts'

/** One calculation, with all the data needed to describe it. */
export interface RoiCalculation {
  readonly input: RoiInput
  readonly roi: RoiResult
  readonly currency: Currency
  /** Fields that still contain the example value. */
  readonly examples: ReadonlySet<RoiField>
}

/** Formats a number in the site's locale, so that the prerendered page and every browser agree. */
export const formatNumber = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 })

export function formatMoney(amount: number, currency: Currency): string {
  const { sign } = currencies[currency]
  const size = Math.abs(amount)
  const text =
    size >= 1e9
      ? `${formatNumber(size / 1e9)} billion`
      : size >= 1e6
        ? `${formatNumber(size / 1e6)} million`
        : formatNumber(size)
  return `${amount < 0 ? '−' : ''}${sign}${text}`
}

export const formatHours = (value: number) => `${formatNumber(value)} ${value === 1 ? 'hour' : 'hours'}`

/** The result in two sentences. */
export function resultSentences({ roi }: RoiCalculation): readonly [today: string, withUs: string] {
  const withUs =
    roi.hoursFreed === 0
      ? 'it would be the same'
      : `you spend ${formatNumber(roi.hoursWith)} and get ${formatNumber(roi.hoursFreed)} back`
  return [`You spend ${formatHours(roi.hoursToday)} a month on proposals.`, `With us ${withUs}.`]
}

/** Answers to a business owner's next questions, calculated from the same numbers. */
export function followUpSentences({ input, roi, currency }: RoiCalculation): string[] {
  const cash = (amount: number) => formatMoney(amount, currency)
  const { reduction, speed, price } = input
  const cut = `cut your total cost by ${formatNumber(reduction)}%`
  const said = [
    roi.fairPrice === null
      ? `If the work is ${formatNumber(speed)} times faster, no price can ${cut}: the hours that your team still works already cost too much.`
      : `To ${cut}, we can charge at most ${cash(roi.fairPrice)} a month. Hold us to that limit in the call.`,
  ]
  if (price !== null && roi.net !== null) {
    const outcome = roi.net < 0 ? `costs you ${cash(-roi.net)} more than it saves` : `leaves you ${cash(roi.net)}`
    said.push(`A price of ${cash(price)} a month ${outcome}.`)
  }
  if (roi.hoursPerDeal !== null && roi.hoursPerDealWith !== null)
    said.push(
      `Each won deal takes ${formatHours(roi.hoursPerDeal)} of proposal work; with us it takes ${formatNumber(roi.hoursPerDealWith)}.`,
    )
  return said
}
