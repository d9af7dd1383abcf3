import { brand } from './brand.ts'
import type { ClaimId } from './claims.ts'

/** What stands behind a figure or a promise of the site. */
export interface ClaimBase {
  /** The words that stand beside the value. */
  label: string
  /** What is counted or promised, and where that ends. */
  counts: string
  since: string
  /** Where somebody would look it up. */
  source: string
  /** Who keeps that record, and answers for the figure. */
  owner: string
  /**
   * Written by us as a pattern: only the provider knows since when, from which record and by whom. Readers are told so,
   * and the desk tells owners as long as one is left.
   */
  isSample?: true
}

const open = 'Not filled in yet'

/** A base of which only the meaning is known; its source and owner are what would fit. */
const sample = (label: string, counts: string, source: string, owner: string): ClaimBase => ({
  label,
  counts,
  since: open,
  source: `${open}; for example ${source}`,
  owner: `${open}; for example ${owner}`,
  isSample: true,
})

/** A base that any reader can check on this site. */
const counted = (label: string, counts: string, source: string): ClaimBase => ({
  label,
  counts,
  since: 'Each new version of this site',
  source,
  owner: 'Whoever edits this site',
})

const callLength: ClaimBase = {
  label: 'for a strategy call',
  counts: 'From hello to goodbye. Every free time that we offer is this long.',
  since: 'The first free time offered here',
  source: 'The calendar behind the booking form',
  owner: 'Whoever takes the calls',
}
const answerWithin: ClaimBase = {
  label: 'until you have our answer',
  counts:
    'From the moment your request or message reaches us to the moment we answer it. Nights and weekends count too.',
  since: 'Each request, from when it came in',
  source: 'Our desk notes when each request came in, and shows what is left of its time',
  owner: 'The team at the desk',
}
const proposalTime = sample(
  'from request to proposal',
  'From your full brief to the finished draft in your mailbox. One hour is the shortest, twelve is the longest.',
  'the hour of each brief and each draft',
  'whoever leads proposals',
)

/** The base of every claim, typed so that none is missing. Loaded when somebody asks for one. */
export const claimBases = {
  callLength,
  callLengthShort: callLength,
  callValue: sample(
    'what this call usually costs',
    'The price of a paid half hour with one of our consultants. The strategy call is the same half hour, and free.',
    'our price list',
    'whoever sets our prices',
  ),
  answerWithin,
  answerWithinShort: answerWithin,
  weeklySlots: {
    label: 'for strategy calls',
    counts:
      'Free calls that we hold in one week. Where a page says how many are left, it has asked our calendar.',
    since: 'Each Monday anew',
    source: 'The calendar behind the booking form',
    owner: 'Whoever takes the calls',
  },

  partners: sample(
    'partners each month',
    'Partner businesses that work with us month by month: they have an order open with us now. ' +
      'A business that ordered once and left is not in this figure. It is in the 300+.',
    'the list of open orders',
    'whoever looks after partners',
  ),
  partnersServed: sample(
    'partners served since we began',
    'Every partner business that ever ordered something from us, each counted once, also when it has left. ' +
      'The 10+ on other pages are those with an order open now.',
    'the list of all orders',
    'whoever looks after partners',
  ),
  countries: sample(
    'countries',
    'Countries in which a partner of ours has its office. Four of them are named on this site.',
    'the address of each partner',
    'whoever looks after partners',
  ),
  countriesNamed: {
    label: 'of the nine countries, by name',
    counts:
      'The countries that this site names: USA, South Africa, New Zealand and Australia. We work in nine.',
    since: 'Each new version of this site',
    source: 'The names on the home page',
    owner: 'Whoever edits this site',
  },
  rating: sample(
    'rating overall',
    'The average of all ratings that partners gave us, out of five. ' +
      'By service the averages lie between 4.8 and 4.9, which is what the services page says.',
    'the rating form after each project',
    'whoever leads delivery',
  ),
  ratingRange: sample(
    'rating, by service',
    'One average for each service, out of five: this is the lowest and the highest of them. ' +
      'Over all work the average is 4.9.',
    'the rating form after each project',
    'whoever leads delivery',
  ),

  speed: sample(
    'faster',
    'Hours that your own people spend on a proposal: alone, against with us. 3X means that a third is left for you. ' +
      'Yours may differ: the ROI calculator counts with your numbers.',
    'hours for one proposal, before and after',
    'whoever leads proposals',
  ),
  costReduction: sample(
    'cost reduction',
    'What one proposal costs you: alone, against with us, with our price counted in. ' +
      'Yours may differ: the ROI calculator counts with your numbers.',
    'hours and prices of one proposal, before and after',
    'whoever leads proposals',
  ),
  bugFree: sample(
    'bug-free deployments',
    'Deployments after which no fault of ours had to be mended, out of all that we made.',
    'the list of deployments and faults',
    'whoever leads testing',
  ),
  onTime: sample(
    'on-time delivery',
    'Pieces of work that were handed over by the date that was agreed last in writing, out of all.',
    'the project plans, with both dates',
    'whoever leads the project managers',
  ),
  apps: sample(
    'apps covered',
    'Apps in which one of our developers can start work. Name yours, and we say yes or no.',
    'the list of developers and their apps',
    'whoever leads development',
  ),
  support: sample(
    'support',
    'Hours in which somebody answers at the support desk: all of them, every day of the year.',
    'the roster of the support desk',
    'whoever leads support',
  ),
  proposalTime,
  proposalTimeShort: proposalTime,
  proposalTypical: sample(
    'for most proposals',
    'More than half of our proposals take this long, from your full brief to the finished draft.',
    'the hour of each brief and each draft',
    'whoever leads proposals',
  ),

  moneyBack: sample(
    'on your first month',
    'Say within 30 days of your first order that the work is not worth its price, and you are paid back.',
    'our terms',
    'whoever sends our invoices',
  ),
  noSetup: sample(
    'before you order',
    'You pay for the work that you order, and for nothing before it. You are not bound to order more.',
    'our terms',
    'whoever sends our invoices',
  ),

  programLength: counted(
    'for the Partner 360 Program',
    'Weeks from the first assessment to launch. Each of them has its place in the plan.',
    'The plan on the page of the Partner 360 Program',
  ),
  partnerGrowth: sample(
    'growth',
    'New requests in the month after the program, against the month before it.',
    'the lead report of each partner',
    'whoever leads the program',
  ),
  partnerSuccess: sample(
    'success',
    'Partners who reached the goal that they wrote down in the assessment, out of all who finished the program.',
    'the goals and results of each partner',
    'whoever leads the program',
  ),

  kitValue: sample(
    'value of the Partner Success Kit',
    'What we would ask for these papers if we sold them. We give them away.',
    'our price list',
    'whoever sets our prices',
  ),
  frameworksValue: sample(
    'value of the delivery frameworks',
    'What we would ask for these papers if we sold them. We give them away.',
    'our price list',
    'whoever sets our prices',
  ),
  checklistsValue: sample(
    'value of the QA checklists',
    'What we would ask for these papers if we sold them. We give them away.',
    'our price list',
    'whoever sets our prices',
  ),
  resourcesValue: counted(
    'value of all three together',
    'The sum of the three values above it: $2,500, $1,800 and $1,200.',
    'The list of free resources on the home page',
  ),
  kitDownloads: sample(
    'downloads of the Partner Success Kit',
    'How often a pack of the kit was downloaded. Somebody who took it twice counts twice.',
    'the count of downloads',
    'whoever edits this site',
  ),
  frameworksDownloads: sample(
    'downloads of the delivery frameworks',
    'How often this pack was downloaded. Somebody who took it twice counts twice.',
    'the count of downloads',
    'whoever edits this site',
  ),
  checklistsDownloads: sample(
    'downloads of the QA checklists',
    'How often this pack was downloaded. Somebody who took it twice counts twice.',
    'the count of downloads',
    'whoever edits this site',
  ),
  kitResources: counted(
    'resources',
    'Packs in the Success Kit. Each is one file to download.',
    'The list of packs',
  ),
  kitSmallest: counted(
    'for the smallest pack',
    'The most that the smallest pack may weigh. What it weighs today stands beside it.',
    'The files that you download',
  ),
  kitLargest: counted(
    'for the largest pack',
    'The most that the largest pack may weigh. What it weighs today stands beside it.',
    'The files that you download',
  ),
  checkpoints: counted(
    'quality checkpoints',
    'Lines that you can tick, in all six checklists together.',
    'The six lists, on one page to read and print',
  ),
  testCategories: counted(
    'test categories',
    'Checklists: functional, integration, performance, security, usability and mobile.',
    'The six lists, on one page to read and print',
  ),
  deliveryPhases: counted('phases', 'Phases of a project, from discovery to support.', 'The list of phases'),
  qualityGates: counted(
    'quality gates',
    'Points at which work stops until somebody says yes.',
    'The list of gates',
  ),
  deliveryRisks: counted('risks', 'Risks that we name, each with what we do about it.', 'The list of risks'),
} as const satisfies Record<ClaimId, ClaimBase>

/** The order in which one reads them. A claim that another writes shorter stands with that other. */
export const claimGroups = [
  { title: 'The call', ids: ['callLength', 'callValue', 'answerWithin', 'weeklySlots'] },
  {
    title: 'Who we work for',
    ids: ['partners', 'partnersServed', 'countries', 'countriesNamed', 'rating', 'ratingRange'],
  },
  {
    title: 'What the work achieves',
    ids: [
      'proposalTime',
      'proposalTypical',
      'speed',
      'costReduction',
      'onTime',
      'bugFree',
      'apps',
      'support',
    ],
  },
  { title: 'What you risk', ids: ['moneyBack', 'noSetup'] },
  { title: 'The Partner 360 Program', ids: ['programLength', 'partnerGrowth', 'partnerSuccess'] },
  {
    title: 'Free resources',
    ids: [
      ...(['kitValue', 'frameworksValue', 'checklistsValue', 'resourcesValue'] as const),
      ...(['kitDownloads', 'frameworksDownloads', 'checklistsDownloads'] as const),
      ...(['kitResources', 'kitSmallest', 'kitLargest', 'checkpoints', 'testCategories'] as const),
    ],
  },
  { title: 'How a project runs', ids: ['deliveryPhases', 'qualityGates', 'deliveryRisks'] },
] as const satisfies readonly { title: string; ids: readonly ClaimId[] }[]

/** Words around the bases. */
export const basesWords = {
  title: 'What our figures count',
  intro:
    'Every figure and every promise on this site, with what it means, since when, where one would look it up, and who ' +
    'keeps that record.',
  labels: { counts: 'What it means', since: 'Since', source: 'Source', owner: 'Kept by' },
  /** Beside each base that is a sample. */
  sample: 'This entry is a sample.',
  sampleNote: `It says how to read the figure, and proves nothing. Ask ${brand.name} for the record before you rely on it.`,
  all: 'All our figures',
  close: 'Close',
} as const
