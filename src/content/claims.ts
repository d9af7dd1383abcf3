import { countAtStart, countInWords, hoursIn } from './number-words.ts'
import { registerTexts, registerValues } from './tree.ts'

/** The numbers that owners set in the desk's settings, as in a new database. All texts contain the current numbers. */
export const promises = registerTexts('promises', { answerHours: '24', callMinutes: '30', weeklyCapacity: '5' })

export const weeklySlotsOf = (slots: number): string =>
  slots === 0 ? 'No slots at the moment' : `Only ${slots} ${slots === 1 ? 'slot' : 'slots'} a week`

const hours = (count: string) => `${count} ${count === '1' ? 'hour' : 'hours'}`

/** The first number in a claim, such as 3 in "3X". */
const numberIn = (text: string, otherwise: string): string => /\d+(\.\d+)?/.exec(text)?.[0] ?? otherwise
/** "30-minute" for "30 minutes". */
const dashed = (text: string): string => text.replace(/ (\w+?)s?$/, '-$1')
/** "12 wk" for "12 weeks". */
const abbreviated = (text: string): string => text.replace(/ hours?$/, ' h').replace(/ weeks?$/, ' wk')
/** "Twelve weeks" for "12 weeks". */
const inWords = (text: string): string => text.replace(/^\d+/, (count) => countAtStart(Number(count)))

const shares: Record<string, string> = { 1: 'all', 2: 'half', 3: 'a third', 4: 'a quarter' }

/** The sum of prices such as `$2,500`, in the currency of the first. */
function totalOf(prices: readonly string[]): string {
  const sum = prices.reduce((total, price) => total + Number(price.replaceAll(/[^\d.]/g, '')), 0)
  return `${prices[0]?.replace(/\d.*/, '')}${sum.toLocaleString('en')}`
}

/**
 * Every figure and promise on the site. Texts refer to a claim by its name in braces: `{callValue}`. These pairs
 * disagree on purpose, as they do in the source copy: `partners` and `partnersServed`, `countries` and
 * `countriesNamed`, `rating` and `ratingRange`.
 */
export const claims = registerTexts('claims', {
  callValue: '$500',

  // Clients, with two figures for each claim
  partners: '10+',
  partnersServed: '300+',
  countries: '9',
  countriesNamed: '4',
  countryNames: 'the USA, South Africa, New Zealand and Australia',
  rating: '4.9/5',
  ratingRange: '4.8–4.9/5',

  // Results
  speed: '3X',
  costReduction: '50%',
  bugFree: '99.9%',
  onTime: '95%',
  apps: '60+',
  support: '24/7',
  proposalTime: '1–12 hours',
  proposalTypical: '4–6 hours',
  testTime: '1–2 weeks',

  // Terms
  moneyBackDays: '30',
  noSetup: 'No setup fees or contracts',

  // Partner 360 Program
  programLength: '12 weeks',
  partnerGrowth: '3X',
  partnerSuccess: '90%',

  // Free resources
  kitValue: '$2,500',
  frameworksValue: '$1,800',
  checklistsValue: '$1,200',
  kitDownloads: '15,000+',
  frameworksDownloads: '8,500+',
  checklistsDownloads: '12,200+',
  kitResources: '8',
  kitSmallest: '3.2MB',
  kitLargest: '12.5MB',
  checkpoints: '200+',
  testCategories: '6',

  // Delivery framework
  deliveryPhases: '6',
  qualityGates: '5',
  deliveryRisks: '4',
})

/** Claims that follow from other claims and from the promises. `InWords` is for the beginning of a sentence. */
export function derivedClaims() {
  const { speed, programLength, proposalTime } = claims
  const callLength = `${promises.callMinutes} minutes`
  const speedFactor = numberIn(speed, '1')
  const typical = hoursIn(claims.proposalTypical) ?? [5, 5]
  const proposalHours = Math.round((typical[0] + typical[1]) / 2)
  // A request is sent at nine.
  const proposalHour = (9 + proposalHours) % 24
  return {
    callLength,
    callLengthShort: `${promises.callMinutes} min`,
    callLengthDashed: dashed(callLength),
    callLengthInWords: inWords(callLength),
    answerWithin: hours(promises.answerHours),
    answerWithinShort: `${promises.answerHours} h`,
    weeklySlots: weeklySlotsOf(Number(promises.weeklyCapacity)),
    speedFactor,
    /** The share of the hours that partners still work themselves. */
    hoursLeft: shares[speedFactor] ?? `${Math.round(100 / Number(speedFactor))}%`,
    costReductionPercent: numberIn(claims.costReduction, '0'),
    proposalTimeShort: abbreviated(proposalTime),
    proposalLongest: String(hoursIn(proposalTime)?.[1] ?? 12),
    proposalHours: String(proposalHours),
    proposalClock: `${String(proposalHour).padStart(2, '0')}:00`,
    proposalClockInWords: countInWords(proposalHour % 12 || 12),
    testTimeShort: abbreviated(claims.testTime),
    moneyBack: `${claims.moneyBackDays}-day money-back guarantee`,
    programLengthDashed: dashed(programLength),
    programLengthShort: abbreviated(programLength),
    programLengthInWords: inWords(programLength),
    programWeeks: String(Math.ceil((hoursIn(programLength)?.[1] ?? 2016) / 168)),
    resourcesValue: totalOf([claims.kitValue, claims.frameworksValue, claims.checklistsValue]),
  }
}

registerValues(() => ({ ...claims, ...derivedClaims() }))

const phaseEnds = [2, 6, 10, 12]

/** The first and the last week of the program's phase with this index, in proportion to a plan of twelve weeks. */
export function phaseWeeks(phase: number): { fromWeek: number; toWeek: number } {
  const end = (index: number) => Math.round(((phaseEnds[index] ?? 0) * Number(derivedClaims().programWeeks)) / 12)
  const toWeek = Math.max(end(phase), 1)
  return { fromWeek: Math.min(end(phase - 1) + 1, toWeek), toWeek }
}

/** The claims that are sample copy until an owner has set them: only the provider knows whether they are true. */
export const sampleClaims = [
  ...(['callValue', 'partners', 'partnersServed', 'countries', 'rating', 'ratingRange'] as const),
  ...(['speed', 'costReduction', 'bugFree', 'onTime', 'apps', 'support'] as const),
  ...(['proposalTime', 'proposalTypical', 'moneyBackDays', 'noSetup'] as const),
  ...(['partnerGrowth', 'partnerSuccess'] as const),
  ...(['kitValue', 'frameworksValue', 'checklistsValue'] as const),
  ...(['kitDownloads', 'frameworksDownloads', 'checklistsDownloads'] as const),
] as const satisfies readonly (keyof typeof claims)[]
