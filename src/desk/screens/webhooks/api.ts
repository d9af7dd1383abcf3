import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { type ApiResult, dataOrThrow, Failure } from '#desk/lib/failure.ts'
import { trackedFetch } from '#desk/lib/requests.ts'
import { isOwnServer, projectLacks, publishableKey } from '#desk/lib/server.ts'
import { accessToken, supabase } from '#desk/lib/supabase.ts'
import { outboxRowSchema } from '#shared/contract/outbox.ts'
import {
  type WebhookInput,
  type WebhookSecret,
  type WebhookTest,
  webhookColumns,
  webhookSchema,
  webhookSecret,
  webhookTest,
} from '#shared/contract/webhooks.ts'

export const hooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () => {
    const rows = await supabase.from('webhooks').select(webhookColumns.join(',')).order('created_at')
    return v.parse(v.array(webhookSchema), dataOrThrow(rows))
  },
  // The server can stop a webhook after days of failures, so the list is polled.
  refetchInterval: 10_000,
})

const delivery = v.pick(outboxRowSchema, [
  'id',
  'created_at',
  'kind',
  'state',
  'attempts',
  'due_at',
  'reason',
  'settled_at',
])
export type Delivery = v.InferOutput<typeof delivery>

/** The latest deliveries of a webhook, sent and pending. */
export const deliveriesQuery = (hook: string, most: number) =>
  queryOptions({
    queryKey: ['webhooks', hook, most],
    queryFn: async () => {
      const rows = await supabase
        .from('outbox')
        .select(Object.keys(delivery.entries).join(','))
        .eq('webhook_id', hook)
        .order('created_at', { ascending: false })
        .limit(most)
      return v.parse(v.array(delivery), dataOrThrow(rows))
    },
    refetchInterval: 5000,
  })

export async function sendAgain(item: string): Promise<void> {
  dataOrThrow(await supabase.rpc('retry_delivery', { item }))
}

export async function setActive(id: string, is_active: boolean): Promise<void> {
  assertFound(await supabase.from('webhooks').update({ is_active }).eq('id', id).select('id'))
}

export async function removeHook(id: string): Promise<void> {
  assertFound(await supabase.from('webhooks').delete().eq('id', id).select('id'))
}

function assertFound(answer: ApiResult<{ id: string }[]>): void {
  if (dataOrThrow(answer).length === 0) throw new Failure('Someone else removed this webhook.', 404)
}

/** Adds a webhook and returns its secret, which is shown only once. */
export const addHook = async (input: WebhookInput): Promise<WebhookSecret> =>
  v.parse(webhookSecret, await requestWebhooks('POST', '', input))

export const changeHook = async (id: string, input: WebhookInput): Promise<void> =>
  void (await requestWebhooks('PATCH', `/${id}`, input))

export const renewSecret = async (id: string): Promise<WebhookSecret> =>
  v.parse(webhookSecret, await requestWebhooks('POST', `/${id}/secret`))

export const testHook = async (id: string): Promise<WebhookTest> =>
  v.parse(webhookTest, await requestWebhooks('POST', `/${id}/test`))

/** Sends a request to our server. Only the server can create, store and use a secret. */
async function requestWebhooks(method: 'POST' | 'PATCH', path: string, body?: object): Promise<unknown> {
  if (!isOwnServer) throw new Failure(projectLacks.webhooks, 404)
  const answer = await trackedFetch(`/webhooks/v1${path}`, {
    method,
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${await accessToken()}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Failure('You are offline. Nothing was changed.', 0)
  })
  const said = (await answer.json().catch(() => ({}))) as { msg?: string }
  if (answer.ok) return said
  throw new Failure(refusal(answer.status, said.msg), answer.status)
}

function refusal(status: number, msg: string | undefined): string {
  if (status === 401 || status === 403) return 'To change webhooks, sign in to this server as an owner.'
  if (status === 429) return 'Too many requests. Wait a few minutes and try again.'
  return msg ?? 'The server did not accept the request. Try again.'
}
