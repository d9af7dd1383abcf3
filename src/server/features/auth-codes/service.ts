export { clearCodes, issueCode, redeemNonce } from './codes.ts'
export { takeMail } from './mail-throttle.ts'
export type { CodeKind, IssuedCode, MailKind } from './types.ts'
