import {
  addressChangedLetter,
  currentAddressLetter,
  factorAddedLetter,
  factorRemovedLetter,
  inviteLetter,
  largeExportLetter,
  newAddressLetter,
  newDeviceLetter,
  passwordChangedLetter,
  reauthenticationLetter,
  recoveryCodeUsedLetter,
  recoveryLetter,
  secondStepResetLetter,
  type WrittenAccountLetter,
} from './account-letters.ts'

export const accountSample = {
  to: 'thandi@company.example',
  siteUrl: 'https://www.backline.example',
  link: 'https://www.backline.example/account/confirm?token=this-is-a-sample&type=invite',
  code: '481502',
  newAddress: 'thandi.nkosi@company.example',
} as const

/** Every letter about an account with invented data, by the name of its picture. */
export function accountSheet(when: number): [name: string, letter: WrittenAccountLetter][] {
  const { to, siteUrl, link, newAddress } = accountSample
  const code = { to, siteUrl, code: accountSample.code, expires: 3600 }
  const withLink = { ...code, link }
  const notice = { to, when }
  const agent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
  return [
    ['account-invite', inviteLetter(withLink)],
    ['account-recovery', recoveryLetter(withLink)],
    ['account-new-address', newAddressLetter(withLink)],
    ['account-current-address', currentAddressLetter({ ...withLink, newAddress })],
    ['account-reauthentication', reauthenticationLetter(code)],
    ['account-password-changed', passwordChangedLetter(notice)],
    ['account-address-changed', addressChangedLetter({ ...notice, newAddress })],
    ['account-factor-added', factorAddedLetter({ ...notice, name: 'Phone', isPasskey: false })],
    ['account-factor-removed', factorRemovedLetter({ ...notice, name: null, isPasskey: true })],
    ['account-second-step-reset', secondStepResetLetter({ ...notice, by: 'owner', name: 'Karl Fisher' })],
    ['account-recovery-code-used', recoveryCodeUsedLetter({ ...notice, left: 3 })],
    ['account-new-device', newDeviceLetter({ ...notice, agent, whose: null })],
    ['team-new-device', newDeviceLetter({ ...notice, agent, whose: 'Karl Fisher' })],
    ['team-large-export', largeExportLetter({ ...notice, what: '12,408 bookings', whose: 'Karl Fisher' })],
  ]
}
