import { consider, type Found, good } from './found.ts'
import type { Look } from './types.ts'

type Settings = Pick<Look, 'settings'>

export const checkKey = ({ settings }: Settings): Found =>
  settings.isKeyBesideData
    ? consider(
        'beside',
        'The key that seals secrets lies in DATA_DIR, beside the database: who copies the folder has both.',
        'Keep a copy of encryption.key apart from backups. To have it elsewhere altogether, set ENCRYPTION_KEY to what it holds.',
      )
    : good('The key that seals secrets does not lie with the database.', 'apart')

export const checkPrivateAddresses = ({ settings }: Settings): Found =>
  settings.webhookPrivateAddresses || settings.calendarPrivateAddresses
    ? consider(
        'on',
        'Webhooks or calendars may lead into this server’s own network, and without encryption.',
        'Take away PRIVATE_ADDRESSES, unless something in that network needs it.',
      )
    : good('Webhooks and calendars lead to the internet alone, and encrypted.')
