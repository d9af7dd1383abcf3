/** Words of the line in the footer with which a visitor says yes or no to counting. */
export const counting = {
  text: 'We count visits, without cookies.',
  /** The name of the two buttons together, for screen readers. */
  label: 'Counting of visits',
  yes: 'Count me',
  no: 'Do not count me',
  /** In place of the buttons, under Global Privacy Control or Do Not Track. */
  byBrowser: 'We count visits, without cookies. Your browser already says no, so nothing is counted.',
  refused: 'Nothing is counted in this browser.',
  /** Where the browser's storage is closed. */
  refusedHere: 'Nothing is counted on this page. Your browser takes no notes, so the next page asks again.',
} as const
