/** Why the server got nothing from an address that somebody named to it: a webhook's or a calendar's. */
export const outgoingFaults = [
  'bad-address',
  'not-encrypted',
  'private-address',
  'name-not-found',
  'refused',
  'certificate',
  'too-slow',
  'broken-off',
] as const
export type OutgoingFault = (typeof outgoingFaults)[number]
