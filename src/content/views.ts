import { brand } from './brand.ts'

/** The eight views, home first. Navigation accepts these ids and nothing else. */
export const viewIds = [
  'home',
  'services',
  'partner360',
  'success-kit',
  'delivery-frameworks',
  'qa-checklists',
  'about',
  'contact',
] as const
export type ViewId = (typeof viewIds)[number]

/** Narrows outside input, such as the `view` of an address. */
export const isViewId = (value: unknown): value is ViewId => (viewIds as readonly unknown[]).includes(value)

/** Where the fixed back button of a view leads, and what it says. */
export interface BackWords {
  target: ViewId
  label: string
}

export interface ViewWords {
  /** Document title, at most 60 characters so that a results page shows all of it. */
  title: string
  /** Meta description, 120 to 155 characters. */
  description: string
  /** Short name, for links and lists. */
  name: string
  back: BackWords | null
}

const backToHome = { target: 'home', label: 'Back to Home' } as const satisfies BackWords
const backToKit = { target: 'success-kit', label: 'Back to Success Kit' } as const satisfies BackWords

export const views = {
  home: {
    title: `${brand.name}: the back office for software partners`,
    description:
      'Proposals in 1–12 hours, developers across 60+ apps, project managers, testers and 24/7 support ' +
      'for your partner business.',
    name: 'Home',
    back: null,
  },
  services: {
    title: `Services for software partners | ${brand.name}`,
    description:
      'Eight services for partners of a business-software vendor: proposals, development, project ' +
      'management, testing, consulting and support.',
    name: 'Services',
    back: backToHome,
  },
  partner360: {
    title: `Partner 360 Program: a 12-week plan | ${brand.name}`,
    description:
      'Marketing, tech and success stacks set up for your partner business in 12 weeks, from ' +
      'assessment to launch. See the plan week by week.',
    name: 'Partner 360 Program',
    back: backToHome,
  },
  'success-kit': {
    title: `Partner Success Kit: 8 free resources | ${brand.name}`,
    description:
      'Eight free resources for a partner business: proposal templates, a delivery framework, ' +
      'QA checklists and working papers for your own team.',
    name: 'Partner Success Kit',
    back: backToHome,
  },
  'delivery-frameworks': {
    title: `Project delivery frameworks | ${brand.name}`,
    description:
      'Six phases of a business-software project with durations, activities and deliverables, plus ' +
      'five quality gates, four risks and KPI targets.',
    name: 'Delivery Frameworks',
    back: backToKit,
  },
  'qa-checklists': {
    title: `QA checklists with 200+ checkpoints | ${brand.name}`,
    description:
      'Six checklists to tick before go-live: functional, integration, performance, security, ' +
      'usability and mobile. More than 200 checkpoints in all.',
    name: 'QA Checklists',
    back: backToKit,
  },
  about: {
    title: `About ${brand.name}`,
    description:
      'Who does the work behind partner businesses in 9 countries, what we are here to do, and the ' +
      'four values we hold each other to.',
    name: 'About',
    back: backToHome,
  },
  contact: {
    title: `Contact ${brand.name}`,
    description:
      'Write to the team that answers partner businesses within 24 hours: by email, by the message ' +
      'form, or in a free 30-minute strategy call.',
    name: 'Contact',
    back: backToHome,
  },
} as const satisfies Record<ViewId, ViewWords>
