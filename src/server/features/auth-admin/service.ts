import type { AuthContext } from '#server/lib/auth/context.ts'

export { deleteFactorOf, deletePerson, listFactorsOf } from './deletion.ts'
export { invitePerson } from './invitation.ts'
export { requireInviter } from './inviter.ts'
export { generateLink } from './links.ts'
export { changePerson, createPerson, listPeople, readPerson } from './people.ts'

/** What strangers may know of how people sign in here. */
export function publicSettings({ settings }: Pick<AuthContext, 'settings'>) {
  const providers = settings.providers.map(({ name }) => [name, true] as const)
  return {
    external: {
      ...Object.fromEntries(providers),
      email: true,
      phone: false,
      anonymous_users: settings.anonymous,
    },
    disable_signup: !settings.signUp,
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  }
}
