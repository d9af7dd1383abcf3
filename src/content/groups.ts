import type { SiteGroup } from '#shared/contract/site.ts'
import type { Edits } from './tree.ts'
import { isViewId, type ViewId } from './views.ts'

/** The part of the site in which each tree of texts appears. */
const treeGroups: Readonly<Record<string, SiteGroup>> = {
  brand: 'everywhere',
  look: 'everywhere',
  claims: 'everywhere',
  promises: 'everywhere',
  views: 'everywhere',
  backLinks: 'everywhere',
  partnerCountries: 'everywhere',
  navigation: 'everywhere',
  documents: 'everywhere',
  ownDataLink: 'everywhere',
  callLabels: 'everywhere',
  callBar: 'everywhere',
  counting: 'everywhere',
  packDownloads: 'everywhere',
  nextSuggestions: 'everywhere',

  home: 'home',
  exampleCaseStudy: 'home',
  services: 'services',
  partner360: 'partner360',
  successKit: 'success-kit',
  deliveryFrameworks: 'delivery-frameworks',
  qaChecklists: 'qa-checklists',
  about: 'about',
  people: 'about',
  contact: 'contact',
  roiCalculator: 'roi-calculator',
  roiWords: 'roi-calculator',
  roiGroups: 'roi-calculator',
  roiPaper: 'roi-calculator',
  roiLines: 'roi-calculator',
  roiFormula: 'roi-calculator',
  roiFieldErrors: 'roi-calculator',
  currencies: 'roi-calculator',

  booking: 'booking',
  bookingFields: 'booking',
  teamSizeLabels: 'booking',
  challengeLabels: 'booking',
  callSteps: 'booking',
  availableTimesWords: 'booking',
  callsLeftWords: 'booking',
  hostWords: 'booking',
  receipt: 'booking',
  calendarEvent: 'booking',
  messageFields: 'booking',
  inquiryTypeLabels: 'booking',
  addressWords: 'booking',
  formNotice: 'booking',
  textLength: 'booking',
  formLink: 'booking',
  nextWords: 'booking',
  zones: 'booking',
  retryWords: 'booking',
  timeRefusals: 'booking',
  bookingRefusals: 'booking',
  messageRefusals: 'booking',

  descriptions: 'legal',
  sharePictureTexts: 'legal',
  legalEntity: 'legal',
  imprint: 'legal',
  terms: 'legal',
  documentWords: 'legal',

  callLetterWords: 'visitor-emails',
  callTimeWords: 'visitor-emails',
  callStart: 'visitor-emails',
  greeting: 'visitor-emails',
  visitorLetterNames: 'visitor-emails',
  callEventWords: 'visitor-emails',
  calendarLinks: 'visitor-emails',
  visitorEmailFooter: 'visitor-emails',
  replyEmailWords: 'visitor-emails',
  ownDataLetter: 'visitor-emails',

  callPage: 'visitor-pages',
  forms: 'visitor-pages',
  ownData: 'visitor-pages',

  accountAlertWords: 'team-emails',
  accountEmailFrame: 'team-emails',
  accountLetterNames: 'team-emails',
  exportContents: 'team-emails',
  pageFaults: 'team-emails',
  passwordWords: 'team-emails',
  shortLabels: 'team-emails',
  testEmailWords: 'team-emails',
  accountPages: 'team-emails',
  callFeedWords: 'team-emails',
  codeEmailWords: 'team-emails',
  confirmPages: 'team-emails',
  linkEmailWords: 'team-emails',
  teamLetterWords: 'team-emails',
}

/** Groups whose texts every view can show. */
const shared: readonly SiteGroup[] = ['everywhere', 'booking']

export const groupOf = (path: string): SiteGroup | undefined => treeGroups[path.split('.')[0] ?? '']

const pick = (edits: Edits, isWanted: (group: SiteGroup) => boolean): Edits =>
  Object.fromEntries(
    Object.entries(edits).filter(([path]) => {
      const group = groupOf(path)
      return group !== undefined && isWanted(group)
    }),
  )

/** Views that also show the texts of another view. */
const alsoShown: Readonly<Partial<Record<ViewId, readonly SiteGroup[]>>> = { services: ['home'] }

/** The edits that the browser needs to hydrate this view. */
export const editsOfView = (edits: Edits, view: ViewId): Edits =>
  pick(edits, (group) => group === view || shared.includes(group) || alsoShown[view]?.includes(group) === true)

/** The edits of the texts that the desk shows. */
export const editsOfDesk = (edits: Edits): Edits =>
  pick(edits, (group) => shared.includes(group) || group === 'team-emails' || group === 'visitor-emails')

/** The edits of all views, which the browser needs before it shows another one. */
export const editsOfViews = (edits: Edits): Edits => pick(edits, isViewId)
