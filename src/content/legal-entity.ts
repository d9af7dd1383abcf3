import { words } from './words.ts'

/** A fact that only the provider knows. The desk's launch checklist lists each fact until an owner has set it. */
export interface LegalFact {
  readonly label: string
  /** If the value is empty, the page shows the label in brackets. */
  readonly value: string
}

/** The provider of this site. A lawyer has to review the documents that contain these facts. */
export const legalEntity = words('legalEntity', {
  name: { label: 'Company', value: '{provider} Example Ltd' },
  address: { label: 'Address', value: '1 Example Street, 00000 Example City' },
  representative: { label: 'Represented by', value: 'Alex Example, managing director' },
  phone: { label: 'Phone', value: '+00 000 000 000' },
  register: { label: 'Register and number', value: 'Example Register, no. 000000' },
  vat: { label: 'VAT number', value: 'XX000000000' },
  editor: { label: 'Person responsible for the content', value: 'Alex Example, at the address above' },
  privacyContact: { label: 'Data protection contact', value: 'privacy@provider.example' },
  authority: { label: 'supervisory authority', value: '' },
  hosting: { label: 'company that runs the server', value: '' },
  accessLogs: { label: 'proxies, what each logs, and for how long', value: '' },
  mailService: { label: 'company that delivers the emails', value: '' },
  backups: { label: 'backup provider and retention period', value: '' },
  transfers: { label: 'countries and safeguards', value: '' },
  legalReview: { label: 'reviewer and date', value: '' },
  law: { label: 'governing law', value: '' },
  court: { label: 'court', value: '' },
  liability: { label: 'what the provider is liable for', value: '' },
  disputes: { label: 'dispute resolution', value: '' },
} as const satisfies Record<string, LegalFact>)
