export {
  factorAddedLetter,
  factorRemovedLetter,
  passwordChangedLetter,
  reauthenticationLetter,
  recoveryCodeUsedLetter,
} from '#letters/account-letters.ts'
export { isAboutAccount, sendAccountLetters } from './account-letters.ts'
export { readAddress, refusePhone, refusePkce } from './address.ts'
export { clearCodes, issueCode, redeemNonce } from './codes.ts'
export { takeMail } from './mail-throttle.ts'
export { assertPassword } from './new-password.ts'
export { lockAddress } from './queries.ts'
export { redeemLink } from './redemption.ts'
export { writeLetter } from './sending.ts'
