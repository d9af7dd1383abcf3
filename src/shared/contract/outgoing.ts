/** Why the server got no response from an address that a user entered: a webhook's or a calendar's. */
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
