export { readAddress, refusePhone } from './address.ts'
export { clearCodes, issueCode, redeemNonce } from './codes.ts'
export {
  addressChangedLetter,
  currentAddressLetter,
  factorAddedLetter,
  factorRemovedLetter,
  inviteLetter,
  magicLinkLetter,
  newAddressLetter,
  passwordChangedLetter,
  reauthenticationLetter,
  recoveryCodeUsedLetter,
  recoveryLetter,
  signUpLetter,
} from './emails.ts'
export { takeMail } from './mail-throttle.ts'
export { lockAddress } from './queries.ts'
export { redeemLink } from './redemption.ts'
export { linkTo } from './redirects.ts'
export { type MailRequest, post, writeLetter } from './sending.ts'
export { assertPassword } from './signup.ts'
export type { CodeKind, IssuedCode, MailKind } from './types.ts'
