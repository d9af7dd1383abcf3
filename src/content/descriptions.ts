import type { ViewId } from './views.ts'

/**
 * Meta description of each view, 120 to 155 characters. Apart from the table of views, because only the
 * build needs them and the browser should not carry them.
 */
export const descriptions = {
  home:
    'Proposals in 1–12 hours, developers across 60+ apps, project managers, testers and 24/7 support ' +
    'for your partner business.',
  services:
    'Eight services for partners of a business-software vendor: proposals, development, project ' +
    'management, testing, consulting and support.',
  partner360:
    'Marketing, tech and success stacks set up for your partner business in 12 weeks, from ' +
    'assessment to launch. See the plan week by week.',
  'success-kit':
    'Eight free resources for a partner business: proposal templates, a delivery framework, ' +
    'QA checklists and working papers for your own team.',
  'delivery-frameworks':
    'Six phases of a business-software project with durations, activities and deliverables, plus ' +
    'five quality gates, four risks and KPI targets.',
  'qa-checklists':
    'Six checklists to tick before go-live: functional, integration, performance, security, ' +
    'usability and mobile. More than 200 checkpoints in all.',
  about:
    'The people who write, build, test and call for partner businesses in 9 countries: where they sit, ' +
    'when they work, and four values you can check.',
  contact:
    'Write to the team that answers partner businesses within 24 hours: by email, by the message ' +
    'form, or in a free 30-minute strategy call.',
  'roi-calculator':
    'Put in five numbers about your proposals and see the hours freed, what they are worth and the ' +
    'price that pays, with every line of the formula.',
} as const satisfies Record<ViewId, string>

/**
 * What the picture of a shared link shows, for those who cannot see it. Apart from the views, as the descriptions are:
 * the build alone needs it.
 */
export const sharePictureTexts = {
  home: 'A ruler of twelve hours: a request is read, scoped, priced and read again, and is a proposal after five.',
  services: 'Services on one scale of time, from one hour to twelve weeks.',
  partner360: 'A plan of twelve weeks in four phases, each in its weeks.',
  'success-kit': 'The packs of the kit, each a bar as long as it takes to read.',
  'delivery-frameworks': 'Six phases by the week, in the shortest and in the longest plan.',
  'qa-checklists': 'Six checklists with a mark for each item; the first items are checked.',
  about: 'A day in which nine o’clock comes to four cities, one after the other.',
  contact: 'A ruler of 24 hours, from your message to our answer.',
  'roi-calculator': 'Two bars: hours on proposals in a month today, and with us.',
} as const satisfies Record<ViewId, string>

/** The size of all of them, as pages that show one say it. */
export const sharePictureSize = { width: 1200, height: 630 } as const
