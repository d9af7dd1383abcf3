import { words } from './words.ts'
/** The footer line where visitors opt out of counting or opt back in. */
export const counting = words('counting', {
  text: 'We count visits without cookies.',
  /** The accessible name of the group of two buttons. */
  label: 'Visit counting',
  yes: 'Count my visits',
  no: 'Opt out',
  /** Replaces the buttons if the browser sends Global Privacy Control or Do Not Track. */
  byBrowser: 'We count visits without cookies. Your browser has opted out, so nothing is counted.',
  refused: 'Visits from this browser are not counted.',
  /** Shown if the browser blocks storage. */
  refusedHere: 'Nothing is counted on this page. Your browser blocks storage, so the next page will ask again.',
} as const)
