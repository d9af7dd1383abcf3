import type { Found, Look } from './types.ts'

type Settings = Pick<Look, 'settings'>

export const checkKey = ({ settings }: Settings): Found<'key'> => [
  settings.isKeyBesideData ? 'beside' : 'apart',
]

export const checkRateLimit = ({ settings }: Settings): Found<'rate_limit'> => [
  settings.rateLimit ? 'good' : 'off',
]

export const checkPrivateAddresses = ({ settings }: Settings): Found<'private_addresses'> => [
  settings.webhookPrivateAddresses || settings.calendarPrivateAddresses ? 'on' : 'good',
]
