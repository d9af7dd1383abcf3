import { words } from './words.ts'
/** The documents that every page links to, with link labels. Each id is also the path: `/privacy`. */
export const documents = words('documents', { privacy: 'Privacy', terms: 'Terms', imprint: 'Imprint' } as const)

export type DocumentId = keyof typeof documents

/** The link to the page on which visitors see, download and erase their data. */
export const ownDataLink = words('ownDataLink', { label: 'Your data', href: '/your-data' } as const)
