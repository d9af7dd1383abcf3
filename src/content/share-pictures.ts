import type { ViewId } from './views.ts'

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
  'qa-checklists': 'A checklist whose first items are ticked, with a mark for every item.',
  about: 'A day in which nine o’clock comes to four cities, one after the other.',
  contact: 'A ruler of 24 hours, from your message to our answer.',
  'roi-calculator': 'Two bars: hours on proposals in a month today, and with us.',
} as const satisfies Record<ViewId, string>

/** The size of all of them, as pages that show one say it. */
export const sharePictureSize = { width: 1200, height: 630 } as const
