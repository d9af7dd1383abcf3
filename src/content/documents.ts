/** The documents that every page leads to, and the labels of their links. Each is at its own id: `/privacy`. */
export const documents = { privacy: 'Privacy', terms: 'Terms', imprint: 'Imprint' } as const

export type DocumentId = keyof typeof documents
