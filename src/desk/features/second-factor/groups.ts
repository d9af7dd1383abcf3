/** Groups of four characters are easier to read and to type; the server ignores the separators. */
export const inGroups = (text: string, between = ' '): string => (text.match(/.{1,4}/g) ?? []).join(between)
