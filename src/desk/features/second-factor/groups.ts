/** Four characters at a time, for eyes and fingers; the server passes over what stands between. */
export const inGroups = (text: string, between = ' '): string => (text.match(/.{1,4}/g) ?? []).join(between)
