import type { FreeTimes } from '#plain/form-pages.tsx'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { offersOf } from './moves.ts'
import { type CallStore, readCall } from './service.ts'
import { openCall } from './token.ts'

/** The free times near a new request, by the path of its page; null once the team has answered it. */
export async function freeTimesOf(
  store: CallStore & { cipher: Pick<SecretCipher, 'key'> },
  page: string,
): Promise<FreeTimes | null> {
  const token = new URLSearchParams(page.slice(page.indexOf('?'))).get('call') ?? ''
  const opened = await openCall(store.cipher, token, store.clock())
  const call = opened && (await readCall(store, opened.id))
  if (call?.status !== 'new') return null
  const { status, starts } = call
  return { seen: { call: token, status, starts }, offers: offersOf(call) }
}
