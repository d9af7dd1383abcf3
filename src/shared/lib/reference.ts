/** How people name a booking or message to one another: the beginning of its id. A search of the desk finds it. */
export const referenceOf = (id: string): string => id.slice(0, 8).toUpperCase()
