import { words } from './words.ts'
/** A fact that only the provider knows. The desk's launch checklist lists each fact until its `isSample` is removed. */
export interface LegalFact {
  readonly label: string
  /** If the value is empty, the page shows the label in brackets. */
  readonly value: string
  readonly isSample?: boolean
}

/** The provider of this site. Replace each value, remove `isSample`, and have a lawyer review the documents. */
export const legalEntity = words(
  'legalEntity',
  {
    name: { label: 'Company', value: '{provider} Example Ltd', isSample: true },
    address: { label: 'Address', value: '1 Example Street, 00000 Example City', isSample: true },
    representative: { label: 'Represented by', value: 'Alex Example, managing director', isSample: true },
    phone: { label: 'Phone', value: '+00 000 000 000', isSample: true },
    register: { label: 'Register and number', value: 'Example Register, no. 000000', isSample: true },
    vat: { label: 'VAT number', value: 'XX000000000', isSample: true },
    editor: {
      label: 'Person responsible for the content',
      value: 'Alex Example, at the address above',
      isSample: true,
    },
    privacyContact: { label: 'Data protection contact', value: 'privacy@backline.example', isSample: true },
    authority: { label: 'supervisory authority', value: '', isSample: true },
    hosting: { label: 'company that runs the server', value: '', isSample: true },
    accessLogs: { label: 'proxies, what each logs, and for how long', value: '', isSample: true },
    mailService: { label: 'company that delivers the emails', value: '', isSample: true },
    backups: { label: 'backup provider and retention period', value: '', isSample: true },
    transfers: { label: 'countries and safeguards', value: '', isSample: true },
    legalReview: { label: 'reviewer and date', value: '', isSample: true },
    law: { label: 'governing law', value: '', isSample: true },
    court: { label: 'court', value: '', isSample: true },
    liability: { label: 'what the provider is liable for', value: '', isSample: true },
    disputes: { label: 'dispute resolution', value: '', isSample: true },
  } as const satisfies Record<string, LegalFact>,
  ['label'],
)
