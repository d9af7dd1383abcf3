export {
  factorAddedLetter,
  factorRemovedLetter,
  inviteLetter,
  passwordChangedLetter,
  reauthenticationLetter,
  recoveryCodeUsedLetter,
} from '#letters/account-letters.ts'
export { isAboutAccount, sendAccountLetters } from './account-letters.ts'
export { readAddress, refusePhone } from './address.ts'
export { clearCodes, issueCode, redeemNonce } from './codes.ts'
export { linkTo } from './mail-link.ts'
export { takeMail } from './mail-throttle.ts'
export { assertFits, assertPassword } from './new-password.ts'
export { lockAddress } from './queries.ts'
export { redeemLink } from './redemption.ts'
export { writeLetter } from './sending.ts'
