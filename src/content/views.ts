import { brand } from './brand.ts'

/** The nine views, home first. Navigation accepts only these ids. */
export const viewIds = [
  'home',
  'services',
  'partner360',
  'success-kit',
  'delivery-frameworks',
  'qa-checklists',
  'about',
  'contact',
  'roi-calculator',
] as const
export type ViewId = (typeof viewIds)[number]

/** Checks whether outside input, such as the `view` parameter of a URL, is a view id. */
export const isViewId = (value: unknown): value is ViewId => (viewIds as readonly unknown[]).includes(value)

export interface BackWords {
  target: ViewId
  label: string
}

export interface ViewWords {
  /** Document title, at most 60 characters, so that search results show all of it. */
  title: string
  /** Short name, for links and lists. */
  name: string
  /** The footer heading under which the view is linked. */
  footer: 'services' | 'resources' | 'company'
  back: BackWords | null
}

const backToHome = { target: 'home', label: 'Back to Home' } as const satisfies BackWords
const backToKit = { target: 'success-kit', label: 'Back to Success Kit' } as const satisfies BackWords

export const views = {
  home: {
    title: `${brand.name}: the back office for software partners`,
    name: 'Home',
    footer: 'company',
    back: null,
  },
  services: {
    title: `Services for software partners | ${brand.name}`,
    name: 'Services',
    footer: 'services',
    back: backToHome,
  },
  partner360: {
    title: `Partner 360 Program: a 12-week plan | ${brand.name}`,
    name: 'Partner 360 Program',
    footer: 'services',
    back: backToHome,
  },
  'success-kit': {
    title: `Partner Success Kit: 8 free resources | ${brand.name}`,
    name: 'Partner Success Kit',
    footer: 'resources',
    back: backToHome,
  },
  'delivery-frameworks': {
    title: `Project delivery frameworks | ${brand.name}`,
    name: 'Delivery Frameworks',
    footer: 'resources',
    back: backToKit,
  },
  'qa-checklists': {
    title: `QA checklists with 200+ checkpoints | ${brand.name}`,
    name: 'QA Checklists',
    footer: 'resources',
    back: backToKit,
  },
  about: {
    title: `About ${brand.name}`,
    name: 'About',
    footer: 'company',
    back: backToHome,
  },
  contact: {
    title: `Contact ${brand.name}`,
    name: 'Contact',
    footer: 'company',
    back: backToHome,
  },
  'roi-calculator': {
    title: `ROI calculator: what proposals cost you | ${brand.name}`,
    name: 'ROI Calculator',
    footer: 'resources',
    back: backToHome,
  },
} as const satisfies Record<ViewId, ViewWords>
