import { words } from './words.ts'
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

const { home: backToHome, kit: backToKit } = words('backLinks', {
  home: { target: 'home', label: 'Back to Home' },
  kit: { target: 'success-kit', label: 'Back to Success Kit' },
} as const satisfies Record<string, BackWords>)

export const views = words('views', {
  home: {
    title: '{provider}: the back office for software partners',
    name: 'Home',
    footer: 'company',
    back: null,
  },
  services: {
    title: 'Services for software partners | {provider}',
    name: 'Services',
    footer: 'services',
    back: backToHome,
  },
  partner360: {
    title: 'Partner 360 Program: the {programLengthDashed} plan | {provider}',
    name: 'Partner 360 Program',
    footer: 'services',
    back: backToHome,
  },
  'success-kit': {
    title: 'Partner Success Kit: {kitResources} free resources | {provider}',
    name: 'Partner Success Kit',
    footer: 'resources',
    back: backToHome,
  },
  'delivery-frameworks': {
    title: 'Project delivery frameworks | {provider}',
    name: 'Delivery Frameworks',
    footer: 'resources',
    back: backToKit,
  },
  'qa-checklists': {
    title: 'QA checklists with {checkpoints} checkpoints | {provider}',
    name: 'QA Checklists',
    footer: 'resources',
    back: backToKit,
  },
  about: {
    title: 'About {provider}',
    name: 'About',
    footer: 'company',
    back: backToHome,
  },
  contact: {
    title: 'Contact {provider}',
    name: 'Contact',
    footer: 'company',
    back: backToHome,
  },
  'roi-calculator': {
    title: 'ROI calculator: what proposals cost you | {provider}',
    name: 'ROI Calculator',
    footer: 'resources',
    back: backToHome,
  },
} as const satisfies Record<ViewId, ViewWords>)
