import { senderDomain } from './check-sender.ts'
import type { Found, Look } from './types.ts'

/** Whether a letter that we sent by this server and from this address was seen to arrive. */
export async function checkMail(look: Look): Promise<Found<'mail'>> {
  const { mailServer, sender } = look.settings
  if (mailServer === null) return ['folder']
  if (!senderDomain(look)) return ['sender', { sender }]
  const { mail_proof: proof } = await look.facts()
  if (!proof) return ['unproven']
  const isSame = proof.server === mailServer && proof.sender === sender
  return [isSame ? 'good' : 'changed', { at: proof.at }]
}
