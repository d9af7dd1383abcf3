/** The weekly capacity of a new database. */
export const defaultWeeklySlots = 5

export const weeklySlotsOf = (slots: number): string =>
  slots === 0 ? 'No slots at the moment' : `Only ${slots} ${slots === 1 ? 'slot' : 'slots'} a week`

/**
 * Every figure and promise on the site. These pairs disagree on purpose, as they do in the source copy: `partners` and
 * `partnersServed`, `countries` and `countriesNamed`, `rating` and `ratingRange`.
 */
export const claims = {
  // The call
  callLength: '30 minutes',
  callLengthShort: '30 min',
  callValue: '$500',
  answerWithin: '24 hours',
  answerWithinShort: '24 h',
  /**
   * Replaced by the weekly capacity that owners set; see `site/features/booking/book-call.tsx` and
   * `server/features/pages/slots.ts`.
   */
  weeklySlots: weeklySlotsOf(defaultWeeklySlots),

  // Clients, with two figures for each claim
  partners: '10+',
  partnersServed: '300+',
  countries: '9',
  countriesNamed: '4',
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
  proposalTimeShort: '1–12 h',
  proposalTypical: '4–6 hours',

  // Terms
  moneyBack: '30-day money-back guarantee',
  noSetup: 'No setup fees or contracts',

  // Partner 360 Program
  programLength: '12 weeks',
  partnerGrowth: '3X',
  partnerSuccess: '90%',

  // Free resources
  kitValue: '$2,500',
  frameworksValue: '$1,800',
  checklistsValue: '$1,200',
  resourcesValue: '$5,500',
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
} as const satisfies Record<string, string>

/**
 * The claims that are sample copy: only the provider knows whether they are true. The launch checklist in
 * the desk counts these names. Remove the name of a claim once the claim is true.
 */
export const sampleClaims = [
  ...(['callValue', 'partners', 'partnersServed', 'countries', 'rating', 'ratingRange'] as const),
  ...(['speed', 'costReduction', 'bugFree', 'onTime', 'apps', 'support'] as const),
  ...(['proposalTime', 'proposalTypical', 'moneyBack', 'noSetup'] as const),
  ...(['partnerGrowth', 'partnerSuccess'] as const),
  ...(['kitValue', 'frameworksValue', 'checklistsValue'] as const),
  ...(['kitDownloads', 'frameworksDownloads', 'checklistsDownloads'] as const),
] as const satisfies readonly (keyof typeof claims)[]
