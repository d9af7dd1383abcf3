import { readRule } from '#shared/contract/password.ts'

const told = document.querySelector<HTMLMetaElement>('meta[name=password-rule]')

/** What the server asks of a new password. */
export const passwordRule = readRule(told?.content ?? '')
