import type { Context } from './context.ts'
import { appForTest, configForTest, publishableKey } from './testing.ts'

export const limitedConfig = { ...configForTest, rateLimit: true }

/** The complete server with rate limits, on a fake clock that starts at the beginning of an hour. */
export async function limitedApp(change: Partial<Context> = {}) {
  const hour = 3_600_000
  let now = Math.floor(Date.now() / hour) * hour
  const running = await appForTest(undefined, { config: limitedConfig, clock: () => now, ...change })
  const from = (ip: string, headers: Record<string, string> = {}) => {
    const json = { apikey: publishableKey, 'content-type': 'application/json', ...headers }
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    const post = (url: string, payload: string, as: Record<string, string>) =>
      running.app.inject({ method: 'POST', url, headers: as, payload, remoteAddress: ip })
    return {
      get: (url: string) => running.app.inject({ url, headers, remoteAddress: ip }),
      rows: (table: string, body: unknown) => post(`/rest/v1/${table}`, JSON.stringify(body), json),
      form: (name: string, fields: Record<string, unknown>) =>
        post(`/forms/${name}`, new URLSearchParams(fields as Record<string, string>).toString(), form),
    }
  }
  return {
    ...running,
    from,
    move: (seconds: number) => {
      now += seconds * 1000
    },
    /** Advances the clock to the start of the next window of this many hours. */
    next: (hours = 1) => {
      now = Math.floor(now / (hour * hours) + 1) * hour * hours
    },
  }
}
