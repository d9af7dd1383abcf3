import type { NumberBounds } from './typed-number.ts'

/** The inputs and assumptions of the calculator. Percentages are whole numbers: 25 means 25%. */
export interface RoiInput {
  /** Per month. */
  readonly proposals: number
  /** Hours of work per proposal, summed over all people. */
  readonly hours: number
  /** The cost of one hour of work. */
  readonly cost: number
  /** The percentage of proposals that are won. */
  readonly win: number
  /** The average value of a won deal. */
  readonly deal: number | null
  /** The factor by which proposals are finished faster. */
  readonly speed: number
  /** The percentage by which the total cost, including the provider's price, falls. */
  readonly reduction: number
  /** Hours from the request to the finished proposal. */
  readonly ready: number
  /** Percentage points added to the win rate. */
  readonly gain: number
  /** The provider's price per month. */
  readonly price: number | null
}
export type RoiField = keyof RoiInput

/** The accepted range of each field: wide enough for any real business, narrow enough to detect a typing error. */
export const roiBounds = {
  proposals: { least: 1, most: 1000 },
  hours: { least: 0.5, most: 500 },
  cost: { least: 1, most: 10_000 },
  win: { least: 0, most: 100 },
  deal: { least: 0, most: 100_000_000, optional: true },
  speed: { least: 1, most: 20 },
  reduction: { least: 0, most: 95 },
  ready: { least: 0.5, most: 500 },
  gain: { least: 0, most: 100 },
  price: { least: 0, most: 10_000_000, optional: true },
} as const satisfies Record<RoiField, NumberBounds>

export const roiFields = Object.keys(roiBounds) as RoiField[]

/** Amounts are per month, unless the name says otherwise. */
export interface RoiResult {
  readonly hoursToday: number
  readonly hoursWith: number
  readonly hoursFreed: number
  readonly costToday: number
  /** The cost of the visitor's own remaining hours. */
  readonly costWith: number
  /** The cost of the freed hours; the service pays off if the provider's price is lower than this cost. */
  readonly worth: number
  readonly yearHours: number
  readonly yearWorth: number
  /** The highest price at which the total cost still falls as promised; null if no price achieves that. */
  readonly fairPrice: number | null
  /** `worth` minus the price; null if there is no price. */
  readonly net: number | null
  readonly deals: number
  /** Null if the number of deals per month rounds to 0. */
  readonly hoursPerDeal: number | null
  readonly hoursPerDealWith: number | null
  /** The value of the won deals; null if no deal value was entered. */
  readonly newBusiness: number | null
  /** Deals that the assumed gain in the win rate would add. */
  readonly moreDeals: number
  readonly moreBusiness: number | null
}

/** Rounds to whole hours from ten upward and to tenths below ten, because the estimate is no more precise than that. */
export const roundHours = (hours: number) => roundTo(hours, hours < 10 ? 1 : 0)

/** Rounds to three significant figures, without cents. */
export function roundMoney(amount: number): number {
  const size = Math.abs(amount)
  return size < 1000 ? Math.round(amount) : Number(amount.toPrecision(3))
}

const roundDeals = (deals: number) => roundTo(deals, 1)

/** Each step uses the previous step's rounded result, so that a pocket calculator gives the same numbers. */
export function calculateRoi(input: RoiInput): RoiResult {
  const { proposals, hours, cost, speed, win, deal, gain, price } = input
  const hoursToday = roundHours(proposals * hours)
  const hoursWith = roundHours(hoursToday / speed)
  const hoursFreed = roundHours(hoursToday - hoursWith)
  const costToday = roundMoney(hoursToday * cost)
  const costWith = roundMoney(hoursWith * cost)
  const worth = roundMoney(hoursFreed * cost)
  const deals = roundDeals((proposals * win) / 100)
  const moreDeals = roundDeals((proposals * gain) / 100)
  const promised = roundMoney(costToday * (1 - input.reduction / 100))
  return {
    hoursToday,
    hoursWith,
    hoursFreed,
    costToday,
    costWith,
    worth,
    yearHours: roundHours(hoursFreed * 12),
    yearWorth: roundMoney(worth * 12),
    fairPrice: promised < costWith ? null : roundMoney(promised - costWith),
    net: price === null ? null : roundMoney(worth - price),
    deals,
    hoursPerDeal: deals === 0 ? null : roundHours(hoursToday / deals),
    hoursPerDealWith: deals === 0 ? null : roundHours(hoursWith / deals),
    newBusiness: deal === null ? null : roundMoney(deals * deal),
    moreDeals,
    moreBusiness: deal === null ? null : roundMoney(moreDeals * deal),
  }
}

/** Adds a small amount, because a binary fraction just below one half would be rounded down. */
function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor + 1e-9) / factor
}

/** Step sizes that are easy to read, to be multiplied by a power of ten. */
const steps = [1, 2, 2.5, 5, 10]

/** Returns three to six round values for axis ticks, from 0 to at least `most`. */
export function roundTicks(most: number): number[] {
  const rough = Math.max(most, 0.1) / 5
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = (steps.find((one) => one * size >= rough - 1e-9) ?? 10) * size
  const count = Math.max(1, Math.ceil(most / step - 1e-9))
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(6)))
}
