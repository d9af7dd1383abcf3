/** What this site writes into a visitor's browser, by the key under which it stands there. */
export interface BrowserNote {
  readonly key: string
  readonly holds: string
  readonly until: string
}

export const browserNotes: readonly BrowserNote[] = [
  {
    key: 'visit',
    holds: 'The number of your visit, its first page, the site before it, and when you were last seen.',
    until: 'You close the tab, or do nothing for half an hour. Nothing of it if you say no to counting.',
  },
  {
    key: 'drafts',
    holds: 'What you have typed into a form and not sent, so that a reload does not lose it.',
    until: 'You send it or close the tab; at most an hour. Nothing of it under Global Privacy Control.',
  },
  {
    key: 'counting',
    holds: 'That you said no to counting.',
    until: 'You say yes again, or clear your browser.',
  },
  {
    key: 'team',
    holds: 'That this browser is one of our own. Only who opens a certain link has it.',
    until: 'Somebody opens the link that takes it away.',
  },
]
