/** The line in the footer with which a visitor opts out of counting, or back in. */
export const counting = {
  text: 'We count visits without cookies.',
  /** Names the two buttons for screen readers. */
  label: 'Visit counting',
  yes: 'Count my visits',
  no: 'Opt out',
  /** Replaces the buttons under Global Privacy Control or Do Not Track. */
  byBrowser: 'We count visits without cookies. Your browser has opted out, so nothing is counted.',
  refused: 'Your visits in this browser are not counted.',
  /** If the browser blocks its storage. */
  refusedHere:
    'Nothing is counted on this page. Your browser blocks storage, so the next page will ask again.',
} as const
