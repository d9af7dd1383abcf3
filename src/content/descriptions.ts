import type { ViewId } from './views.ts'
import { words } from './words.ts'

/**
 * Meta descriptions of the views, 120 to 155 characters each. They are in a separate file, because only the build needs
 * them and the browser should not load them.
 */
export const descriptions = words('descriptions', {
  home:
    'Proposals in {proposalTime}, developers across {apps} apps, project managers, testers and {support} support ' +
    'for your partner business.',
  services:
    'Eight services for partners of a business-software vendor, such as proposals, development, project ' +
    'management, testing, consulting and support.',
  partner360:
    'Marketing, tech and success stacks set up for your partner business in {programLength}, from ' +
    'assessment to launch. See the plan week by week.',
  'success-kit':
    'Eight free resources for a partner business: proposal templates, a delivery framework, ' +
    'QA checklists and working papers for your own team.',
  'delivery-frameworks':
    'Six phases of a business-software project with durations, activities and deliverables, plus ' +
    'five quality gates, four risks and KPI targets.',
  'qa-checklists':
    'Six checklists to work through before go-live: functional, integration, performance, security, ' +
    'usability and mobile. {checkpoints} checkpoints in all.',
  about:
    'The team behind proposals, projects and support for partner businesses in {countries} countries: its locations, ' +
    'its hours, and four values you can check.',
  contact:
    'Contact us by email, with the message ' +
    'form, or in a free {callLengthDashed} strategy call. We answer partner businesses within {answerWithin}.',
  'roi-calculator':
    'Enter five numbers about your proposals and see the hours freed, their value and the ' +
    'break-even price, with every line of the formula.',
} as const satisfies Record<ViewId, string>)

/**
 * The alternative text for each link preview picture. This text is separate from the views' wording, because only the
 * build needs it.
 */
export const sharePictureTexts = words('sharePictureTexts', {
  home:
    'A ruler of {proposalLongest} hours: a request is read, scoped, priced and reviewed, and becomes a proposal after ' +
    '{proposalHours} hours.',
  services: 'Services on one time scale, from one hour to {programLength}.',
  partner360: 'The {programLengthDashed} plan in four phases.',
  'success-kit': 'The packs in the kit, each as a bar that shows its reading time.',
  'delivery-frameworks': 'Six phases by week, in the shortest and longest plans.',
  'qa-checklists': 'Six checklists with a mark for each item; the first items are checked.',
  about: 'A one-day ruler that marks nine o’clock in four cities, one after another.',
  contact: 'A ruler of {answerWithin}, from your message to our answer.',
  'roi-calculator': 'Two bars: monthly proposal hours today and with us.',
} as const satisfies Record<ViewId, string>)

/** The size of every preview picture, in pixels. */
export const sharePictureSize = { width: 1200, height: 630 } as const
