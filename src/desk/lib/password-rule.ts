import type { PasswordRule } from '#shared/contract/password.ts'

const told = document.querySelector<HTMLMetaElement>('meta[name=password-rule]')

export const passwordRule: PasswordRule = { characters: Number(told?.content) }
