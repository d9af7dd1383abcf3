import { type ViewId, viewIds } from './views.ts'

/** One thing the copy asserts, as it is displayed, and every view that shows it. */
export interface Claim {
  value: string
  views: readonly ViewId[]
}

/**
 * Every figure and promise of the site. Some readings disagree on purpose, because the source copy does:
 * `partners` and `partnersServed`, `countries` and `countriesNamed`, `rating` and `ratingRange`.
 * What the booking dialog says can be read from every view.
 */
export const claims = {
  // The call
  callLength: { value: '30 minutes', views: viewIds },
  callValue: { value: '$500', views: viewIds },
  answerWithin: { value: '24 hours', views: viewIds },
  weeklySlots: { value: 'Only 5 slots a week', views: viewIds },

  // Who we work for: two readings each
  partners: { value: '10+', views: ['home', 'partner360', 'about'] },
  partnersServed: { value: '300+', views: ['services'] },
  countries: { value: '9', views: ['home', 'about'] },
  countriesNamed: { value: '4', views: ['home'] },
  rating: { value: '4.9/5', views: ['home', 'about'] },
  ratingRange: { value: '4.8–4.9/5', views: ['services'] },

  // What the work achieves
  speed: { value: '3X', views: ['home'] },
  costReduction: { value: '50%', views: ['home'] },
  bugFree: { value: '99.9%', views: ['home', 'services'] },
  onTime: { value: '95%', views: ['home', 'services'] },
  apps: { value: '60+', views: ['home', 'services', 'partner360', 'contact'] },
  support: { value: '24/7', views: ['home', 'services', 'partner360', 'about', 'contact'] },
  proposalTime: { value: '1–12 hours', views: ['home', 'partner360'] },
  proposalTimeShort: { value: '1–12 h', views: ['home', 'services'] },
  proposalTypical: { value: '4–6 hours', views: ['home', 'services'] },

  // Terms
  moneyBack: { value: '30-day money-back guarantee', views: ['home', 'about', 'contact'] },
  noSetup: { value: 'No setup fees or contracts', views: ['home', 'about', 'contact'] },

  // Partner 360 Program
  programLength: { value: '12 weeks', views: ['home', 'services', 'partner360'] },
  partnerGrowth: { value: '3X', views: ['partner360'] },
  partnerSuccess: { value: '90%', views: ['partner360'] },

  // Free resources
  kitValue: { value: '$2,500', views: ['home'] },
  frameworksValue: { value: '$1,800', views: ['home'] },
  checklistsValue: { value: '$1,200', views: ['home'] },
  resourcesValue: { value: '$5,500', views: ['home'] },
  kitDownloads: { value: '15,000+', views: ['home'] },
  frameworksDownloads: { value: '8,500+', views: ['home'] },
  checklistsDownloads: { value: '12,200+', views: ['home'] },
  kitResources: { value: '8', views: ['success-kit'] },
  kitSmallest: { value: '3.2MB', views: ['success-kit'] },
  kitLargest: { value: '12.5MB', views: ['success-kit'] },
  checkpoints: { value: '200+', views: ['home', 'success-kit', 'qa-checklists'] },
  testCategories: { value: '6', views: ['success-kit', 'qa-checklists'] },

  // Delivery framework
  deliveryPhases: { value: '6', views: ['delivery-frameworks'] },
  qualityGates: { value: '5', views: ['delivery-frameworks'] },
  deliveryRisks: { value: '4', views: ['delivery-frameworks'] },
  kpiOnTime: { value: '95%+', views: ['delivery-frameworks'] },
  kpiBudget: { value: 'within 5%', views: ['delivery-frameworks'] },
  kpiSatisfaction: { value: '4.5+/5', views: ['delivery-frameworks'] },
  kpiAdoption: { value: '85%+', views: ['delivery-frameworks'] },
  kpiTickets: { value: 'under 10 a month', views: ['delivery-frameworks'] },
  kpiReferral: { value: '9+/10', views: ['delivery-frameworks'] },
  kpiEfficiency: { value: '30%+', views: ['delivery-frameworks'] },
  kpiCost: { value: '20%+', views: ['delivery-frameworks'] },
  kpiPayback: { value: '6 months', views: ['delivery-frameworks'] },
} as const satisfies Record<string, Claim>

export type ClaimId = keyof typeof claims
