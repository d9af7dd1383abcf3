import { legalEntity } from '#content/legal-entity.ts'
import { isViewId, type ViewId, views } from '#content/views.ts'
import type { SitePart } from '#desk/lib/search-params.ts'
import type { SiteGroup } from '#shared/contract/site.ts'
import { sitePaths } from '#shared/contract/site-checks.ts'

export const partWords: Readonly<Record<SitePart, string>> = {
  identity: 'Identity',
  look: 'Look',
  figures: 'Figures',
  people: 'People',
  testimonials: 'Testimonials',
  example: 'Example',
  words: 'Words',
  history: 'History',
}

const otherGroups: Readonly<Record<Exclude<SiteGroup, ViewId>, string>> = {
  everywhere: 'On every page',
  booking: 'Booking a call',
  legal: 'Legal documents',
  'visitor-emails': 'Emails to visitors',
  'visitor-pages': 'Visitors’ own pages',
  'team-emails': 'Emails to the team',
}
export const groupLabel = (group: SiteGroup): string => (isViewId(group) ? views[group].name : otherGroups[group])

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The labels of the fields in each part, by path. */
export const identityLabels: Readonly<Record<string, string>> = {
  [sitePaths.name]: 'Provider’s name',
  'brand.shortName': 'Short name',
  [sitePaths.mailbox]: 'Mailbox',
  [sitePaths.senderName]: 'Sender’s name in emails',
}
export const linkLabels: Readonly<Record<string, string>> = {
  [`${sitePaths.links}whatsapp`]: 'WhatsApp',
  [`${sitePaths.links}linkedin`]: 'LinkedIn',
  [`${sitePaths.links}youtube`]: 'YouTube',
  [`${sitePaths.links}x`]: 'X',
}
export const legalLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(legalEntity).map(([fact, { label }]) => [`legalEntity.${fact}.value`, capitalized(label)]),
)
/** The labels of claims whose names are not clear to owners. */
const claimLabels: Readonly<Record<string, string>> = {
  apps: 'Apps covered',
  bugFree: 'Deployments without bugs',
  callValue: 'Value of the free call',
  moneyBackDays: 'Money-back guarantee (days)',
  noSetup: 'Setup fees',
  onTime: 'Delivered on time',
  partnerGrowth: 'Growth of partners in the program',
  partnerSuccess: 'Successful partners in the program',
  proposalTypical: 'Usual proposal time',
  speed: 'Speed of proposals',
  support: 'Support hours',
}
const claims = 'claims.'
export const isFigure = (path: string): boolean => path.startsWith(claims)
export const figureLabel = (path: string): string => {
  const claim = path.slice(claims.length)
  return claimLabels[claim] ?? inWords(claim)
}
const lookLabels: Readonly<Record<string, string>> = {
  [sitePaths.logo]: 'Logo',
  [sitePaths.signal]: 'Signal color',
}

/** The texts above each list, and above the case. */
export const introLabels = {
  people: { 'people.title': 'Heading', 'people.text': 'Text below the heading' },
  testimonials: { 'successKit.testimonialsTitle': 'Heading' },
  example: {
    'exampleCaseStudy.eyebrow': 'Line above the heading',
    'exampleCaseStudy.title': 'Heading',
    'exampleCaseStudy.text': 'Text below the heading',
  },
} as const
export const listPaths = {
  people: sitePaths.people,
  testimonials: sitePaths.testimonials,
  example: sitePaths.steps,
} as const

const places: readonly (readonly [SitePart, Readonly<Record<string, string>>])[] = [
  ['identity', { ...identityLabels, ...linkLabels, ...legalLabels }],
  ['look', lookLabels],
  ['people', { ...introLabels.people, [sitePaths.people]: 'List' }],
  ['testimonials', { ...introLabels.testimonials, [sitePaths.testimonials]: 'List' }],
  ['example', { ...introLabels.example, [sitePaths.steps]: 'Steps' }],
]

/** Returns the part of the screen that contains the field of a path. */
export const partOf = (path: string): SitePart =>
  isFigure(path) ? 'figures' : (places.find(([, labels]) => Object.hasOwn(labels, path))?.[0] ?? 'words')

/** Returns a path in words: `home.painPoints.cards.1.day` is 'Home › Pain points › Cards 2 › Day'. */
export function labelOf(path: string): string {
  if (isFigure(path)) return `${partWords.figures} › ${figureLabel(path)}`
  const [part, labels] = places.find(([, labels]) => Object.hasOwn(labels, path)) ?? []
  if (part && labels) return `${partWords[part]} › ${labels[path]}`
  const [tree = '', ...keys] = path.split('.')
  const name = inWords(tree.replace(/(Words|Labels|Fields)$/, '').replace(/(l|L)etter/, 'Email'))
  return keys.reduce(
    (label, key) => (/^\d+$/.test(key) ? `${label} ${Number(key) + 1}` : `${label} › ${inWords(key)}`),
    name,
  )
}

const inWords = (key: string) =>
  capitalized(key.replaceAll(/[-_]/g, ' ').replaceAll(/(?<=[a-z])([A-Z]|\d)/g, (letter) => ` ${letter.toLowerCase()}`))
