export const ownerWords = {
  badAddress: 'Enter an email address, such as name@example.com.',
  taken: 'This server already has an owner. Ask the owner for an invitation.',
  over: 'This link no longer works. For a new one, restart the server or run “npm run auth -- owner”.',
} as const
