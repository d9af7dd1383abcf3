export { isAboutAccount, sendAccountLetters } from './account-emails.ts'
export { clearCodes, issueCode, redeemNonce } from './codes.ts'
export { countEmail, writeLetter } from './emails.ts'
export { invitePerson } from './invitations.ts'
