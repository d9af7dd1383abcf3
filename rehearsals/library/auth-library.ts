import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import type { createClient, SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js'
import { test as base } from '#e2e/test.ts'

declare global {
  interface Window {
    /** What the library's own bundle defines globally. */
    supabase: { createClient: typeof createClient }
    client: SupabaseClient
    /** The events of the client's session. */
    events: string[]
  }
}

type AuthOptions = NonNullable<SupabaseClientOptions<'public'>['auth']>

/** As the library is published for browsers, unchanged. */
const require = createRequire(import.meta.url)
export const bundle = join(dirname(require.resolve('@supabase/supabase-js')), 'umd', 'supabase.js')

/** The publishable key that the server has by itself. */
export const key = 'sb_publishable_backline'

/** The client's storage key for the session is derived from the first label of the host. */
export const storageKey = 'sb-127-auth-token'

/** An empty page with the library alone, on the server's own origin and under its content security policy. */
export class Desk {
  readonly page: Page
  readonly #url: string

  constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
  }

  async prepare(): Promise<void> {
    const { page } = this
    await page.route(`${this.#url}/library.js`, async (route) =>
      route.fulfill({ contentType: 'text/javascript', body: await readFile(bundle, 'utf8') }),
    )
    await page.route(`${this.#url}/desk*`, async (route) => {
      const home = await route.fetch({ url: this.#url })
      const policy = home.headers()['content-security-policy'] ?? ''
      await route.fulfill({
        headers: { 'content-security-policy': policy },
        contentType: 'text/html',
        body: '<!doctype html><title>Desk</title><script src="/library.js"></script>',
      })
    })
  }

  /** Loads the page at an address with this query or fragment. */
  async load(rest = ''): Promise<void> {
    // A changed fragment alone would not load a new document.
    await this.page.goto('about:blank')
    await this.page.goto(`${this.#url}/desk${rest}`)
  }

  /** Creates the client as a site would; returns what initialisation reported. */
  async start(auth: AuthOptions = {}): Promise<string | null> {
    return this.page.evaluate(
      async ([auth, key]) => {
        window.events = []
        window.client = window.supabase.createClient(location.origin, key, { auth })
        window.client.auth.onAuthStateChange((event) => void window.events.push(event))
        return (await window.client.auth.initialize()).error?.message ?? null
      },
      [auth, key] as const,
    )
  }

  /** Loads the page and creates the client. */
  async open(rest = '', auth: AuthOptions = {}): Promise<string | null> {
    await this.load(rest)
    return this.start(auth)
  }

  /** Creates an account, which needs no confirmation here; the client is signed in. */
  async signUp(): Promise<{ email: string; password: string }> {
    const who = { email: `${crypto.randomUUID()}@example.com`, password: `long words ${crypto.randomUUID()}` }
    const error = await this.page.evaluate(
      async (who) => (await window.client.auth.signUp(who)).error?.message ?? null,
      who,
    )
    if (error) throw new Error(error)
    return who
  }

  /** The session in the browser's storage. */
  async stored(): Promise<StoredSession | null> {
    return this.page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), storageKey)
  }

  /** Edits the stored session, to simulate the passing of time. */
  async store(change: Partial<StoredSession>): Promise<void> {
    await this.page.evaluate(
      ([name, change]) => {
        const session = JSON.parse(localStorage.getItem(name) ?? '{}')
        localStorage.setItem(name, JSON.stringify({ ...session, ...change }))
      },
      [storageKey, change] as const,
    )
  }

  /** Like closing the tab and opening another: only what the client stored remains. */
  async reopen(auth: AuthOptions = {}): Promise<string | null> {
    return this.open('', auth)
  }
}

export interface StoredSession {
  access_token: string
  refresh_token: string
  /** Seconds since 1970. */
  expires_at: number
  expires_in: number
  user: { id: string; email: string }
}

/** With a desk. */
export const test = base.extend<{ desk: Desk }>({
  desk: async ({ page, server }, use) => {
    const desk = new Desk(page, server.url)
    await desk.prepare()
    await use(desk)
  },
})
