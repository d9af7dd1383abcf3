export const ownerWords = {
  badAddress: 'Enter an email address, such as name@example.com.',
  taken: 'This server already has an owner. Ask the owner for an invitation.',
  over: 'This link no longer works. To get a new link, restart the server or run “npm run auth -- owner”.',
} as const
