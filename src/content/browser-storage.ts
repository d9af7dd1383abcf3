/** An entry that this site stores in a visitor's browser, identified by its storage key. */
export interface BrowserStorageEntry {
  readonly key: string
  readonly holds: string
  readonly until: string
}

export const browserStorageEntries: readonly BrowserStorageEntry[] = [
  {
    key: 'visit',
    holds: 'An ID for your visit, its first page, the site you came from, and the time of your last activity.',
    until: 'You close the tab, or are inactive for half an hour. Never stored if you opt out of counting.',
  },
  {
    key: 'drafts',
    holds: 'Unsent text from a form, stored so that a reload does not lose it.',
    until: 'You send it or close the tab; at most an hour. Never stored under Global Privacy Control.',
  },
  {
    key: 'counting',
    holds: 'Your choice to opt out of counting.',
    until: 'You opt in again, or clear your browser data.',
  },
  {
    key: 'team',
    holds: 'A marker that identifies this browser as our team’s. Only a special link sets it.',
    until: 'A member of our team opens the link that removes it.',
  },
]
