/** Printed for whoever starts a server that has no owner yet. */
export const ownerWords = {
  badAddress: 'Enter an e-mail address, such as name@example.com.',
  taken: 'There is an owner already. Ask them for an invitation.',
  over: 'This link is no longer good. Start the server again, or run “npm run auth -- owner”, for a new one.',
} as const
