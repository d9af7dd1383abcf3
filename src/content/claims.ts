import { countAtStart } from './number-words.ts'
import { registerTexts, registerValues } from './tree.ts'

/** The numbers that owners set in the desk's settings, as in a new database. All texts contain the current numbers. */
export const promises = registerTexts('promises', { answerHours: '24', callMinutes: '30', weeklyCapacity: '5' })

export const weeklySlotsOf = (slots: number): string =>
  slots === 0 ? 'No slots at the moment' : `Only ${slots} ${slots === 1 ? 'slot' : 'slots'} a week`

const hours = (count: string) => `${count} ${count === '1' ? 'hour' : 'hours'}`

/** Claims that count what the site contains, so that nobody can change them. */
const counted = [
  ...['countriesNamed', 'countryNames', 'kitResources', 'kitSmallest', 'kitLargest', 'checkpoints', 'testCategories'],
  ...['deliveryPhases', 'qualityGates', 'deliveryRisks'],
]

/** The sum of prices such as `$2,500`, in the currency of the first. */
function totalOf(prices: readonly string[]): string {
  const sum = prices.reduce((total, price) => total + Number(price.replaceAll(/[^\d.]/g, '')), 0)
  return `${prices[0]?.replace(/\d.*/, '')}${sum.toLocaleString('en')}`
}

/**
 * Every figure and promise on the site. Texts refer to a claim by its name in braces: `{callLength}`. These pairs
 * disagree on purpose, as they do in the source copy: `partners` and `partnersServed`, `countries` and
 * `countriesNamed`, `rating` and `ratingRange`.
 */
export const claims = registerTexts(
  'claims',
  {
    // The call
    get callLength() {
      return `${promises.callMinutes} minutes`
    },
    get callLengthShort() {
      return `${promises.callMinutes} min`
    },
    /** For the beginning of a sentence. */
    get callLengthInWords() {
      return `${countAtStart(Number(promises.callMinutes))} minutes`
    },
    callValue: '$500',
    get answerWithin() {
      return hours(promises.answerHours)
    },
    get answerWithinShort() {
      return `${promises.answerHours} h`
    },
    get weeklySlots() {
      return weeklySlotsOf(Number(promises.weeklyCapacity))
    },

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
    get proposalTimeShort() {
      return this.proposalTime.replace(' hours', ' h')
    },
    proposalTypical: '4–6 hours',

    // Terms
    moneyBackDays: '30',
    get moneyBack() {
      return `${this.moneyBackDays}-day money-back guarantee`
    },
    noSetup: 'No setup fees or contracts',

    // Partner 360 Program
    programLength: '12 weeks',
    partnerGrowth: '3X',
    partnerSuccess: '90%',

    // Free resources
    kitValue: '$2,500',
    frameworksValue: '$1,800',
    checklistsValue: '$1,200',
    get resourcesValue() {
      return totalOf([this.kitValue, this.frameworksValue, this.checklistsValue])
    },
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
  },
  counted,
)

registerValues(() => claims)

/**
 * The claims that are sample copy: only the provider knows whether they are true. The launch checklist in
 * the desk counts these names. Remove the name of a claim once the claim is true.
 */
export const sampleClaims = [
  ...(['callValue', 'partners', 'partnersServed', 'countries', 'rating', 'ratingRange'] as const),
  ...(['speed', 'costReduction', 'bugFree', 'onTime', 'apps', 'support'] as const),
  ...(['proposalTime', 'proposalTypical', 'moneyBackDays', 'noSetup'] as const),
  ...(['partnerGrowth', 'partnerSuccess'] as const),
  ...(['kitValue', 'frameworksValue', 'checklistsValue'] as const),
  ...(['kitDownloads', 'frameworksDownloads', 'checklistsDownloads'] as const),
] as const satisfies readonly (keyof typeof claims)[]
