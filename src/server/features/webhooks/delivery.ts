import { brand } from '#content/brand.ts'
import { post } from './post.ts'
import { secretsOf, signed } from './signature.ts'
import type { Hook, Reply, WebhookContext } from './types.ts'

export interface WebhookEvent {
  type: string
  timestamp: string
  data: unknown
}

export async function deliver(
  context: WebhookContext,
  hook: Hook,
  id: string,
  { type, timestamp, data }: WebhookEvent,
  signal: AbortSignal,
): Promise<Reply> {
  const now = context.clock()
  const body = JSON.stringify({ type, timestamp, data })
  const headers = {
    'content-type': 'application/json',
    'user-agent': `${brand.name}-Webhooks/1`,
    ...signed(id, now, body, await secretsOf(context.cipher, hook, now)),
  }
  return post(hook.url, { headers, body }, context, signal)
}
