import type { AuthContext } from '#server/lib/auth/context.ts'
import { relyingParty } from '#server/lib/auth/relying-party.ts'

export { deleteFactorOf, deletePasskeyOf, deletePerson, listFactorsOf, passkeysOf } from './deletion.ts'
export { invitePerson } from './invitation.ts'
export { requireInviter } from './inviter.ts'
export { generateLink } from './links.ts'
export { changePerson, createPerson, listPeople, readPerson } from './people.ts'

/** What strangers may know of how people sign in here. */
export function publicSettings({ settings, publicUrl }: Pick<AuthContext, 'settings' | 'publicUrl'>) {
  const providers = settings.providers.map(({ name }) => [name, true] as const)
  return {
    external: {
      ...Object.fromEntries(providers),
      email: true,
      phone: false,
      anonymous_users: false,
    },
    disable_signup: !settings.signUp,
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: relyingParty(publicUrl()) !== null,
  }
}
