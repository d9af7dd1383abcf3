import type { SiteGroup } from '#shared/contract/site.ts'
import type { Edits } from './tree.ts'
import { isViewId, type ViewId } from './views.ts'

/** The names of the trees in each part of the site. */
const trees: Readonly<Record<SiteGroup, string>> = {
  everywhere:
    'brand look claims promises views backLinks partnerCountries navigation documents ownDataLink ' +
    'callLabels callBar counting packDownloads nextSuggestions',
  home: 'home exampleCaseStudy',
  services: 'services',
  partner360: 'partner360',
  'success-kit': 'successKit',
  'delivery-frameworks': 'deliveryFrameworks',
  'qa-checklists': 'qaChecklists',
  about: 'about people',
  contact: 'contact',
  'roi-calculator': 'roiCalculator roiWords roiGroups roiPaper roiLines roiFormula roiFieldErrors currencies',
  booking:
    'booking bookingFields teamSizeLabels challengeLabels callSteps availableTimesWords callsLeftWords ' +
    'hostWords receipt calendarEvent messageFields inquiryTypeLabels addressWords formWords ' +
    'nextWords zones retryWords timeRefusals bookingRefusals messageRefusals',
  legal: 'descriptions sharePictureTexts legalEntity imprint terms documentWords',
  'visitor-emails':
    'callLetterWords callTimeWords callStart greeting visitorLetterNames callEventWords calendarLinks ' +
    'visitorEmailFooter replyEmailWords ownDataLetter',
  'visitor-pages': 'callPage forms ownData',
  'team-emails':
    'accountAlertWords accountEmailFrame accountLetterNames exportContents pageFaults passwordWords ' +
    'shortLabels testEmailWords accountPages callFeedWords codeEmailWords confirmPages linkEmailWords ' +
    'teamLetterWords',
}

const groupOfTree = new Map(
  Object.entries(trees).flatMap(([group, names]) => names.split(' ').map((name) => [name, group as SiteGroup])),
)

/** Groups whose texts every view can show. */
const shared: readonly SiteGroup[] = ['everywhere', 'booking']

export const groupOf = (path: string): SiteGroup | undefined => groupOfTree.get(path.split('.')[0] ?? '')

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
