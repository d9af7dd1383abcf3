/** The way to what people may see, take along and erase of what we have of them, wherever something links to it. */
export const ownDataLink = { label: 'Your data', href: '/your-data' } as const
