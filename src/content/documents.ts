/** The documents that every page leads to, and the labels of their links. Each is at its own id: `/privacy`. */
export const documents = { privacy: 'Privacy', terms: 'Terms', imprint: 'Imprint' } as const

export type DocumentId = keyof typeof documents

/** The way to what people may see, take along and erase of what we have of them, wherever something links to it. */
export const ownDataLink = { label: 'Your data', href: '/your-data' } as const
