import { sentence } from './tree.ts'
import { type ViewId, type ViewWords, viewIds, views } from './views.ts'
import { words } from './words.ts'

export interface NavLink {
  target: ViewId
  readonly label: string
}

export interface NavGroup {
  title: string
  links: readonly NavLink[]
}

const link = (target: ViewId): NavLink => ({
  target,
  get label() {
    return views[target].name
  },
})

const linksUnder = (footer: ViewWords['footer']) =>
  viewIds.filter((view) => views[view].footer === footer).map((view) => link(view))

export const navigation = words('navigation', {
  /** Accessible names of the two landmarks. */
  mainLabel: 'Main',
  footerLabel: 'Footer',
  skip: 'Skip to content',
  skipToReceipt: 'Skip to your receipt',

  top: [link('services'), link('about'), link('contact')] as const satisfies readonly NavLink[],

  footer: {
    lead: '{callLengthInWords}, free. Bring one request that is late.',
    groups: [
      { title: 'What we do', links: linksUnder('services') },
      { title: 'Free resources', links: linksUnder('resources') },
      { title: '{provider}', links: linksUnder('company') },
    ] as const satisfies readonly NavGroup[],
    line: '{provider} does back-office work for business-software partners.',
  },

  /** Shown when a view's code could not be loaded. */
  loadFailed: {
    title: 'This page could not be loaded',
    text: 'The connection may have dropped. Nothing you typed is lost.',
    retry: 'Try again',
  },
  /**
   * Shown when the view belongs to a release that is no longer served, and a reload would discard the visitor's input.
   */
  outdated: {
    title: 'A new version of this site is available',
    text: 'Reload to open the next page. A reload discards any text that you have not sent: send or copy it first.',
    load: 'Reload now',
  },
  /** Follows the failure message of a form that the visitor left while it was being sent. */
  missedFailure: {
    text: 'Your text is still in the form.',
    back: 'Back to the form',
    dismiss: 'Dismiss',
  },
  /** Announced once a booking is stored. */
  receiptStands: 'Your receipt is at the top of the page.',
  /** Replaces the receipt if its code could not be loaded. */
  receiptInShort: {
    title: 'Call requested',
    text: sentence('We have your request under reference {reference}. We will answer by email.', 'reference'),
    dismiss: 'Dismiss',
  },
  /** Shown after an error in the page's code. */
  crashed: {
    title: 'Something went wrong on this page',
    text: 'Reload the page to continue. If it happens again, write to {mailbox}.',
    reload: 'Reload',
  },
} as const)
