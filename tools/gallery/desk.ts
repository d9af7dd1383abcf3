import type { Session } from '@supabase/supabase-js'
import type { createRoot } from 'react-dom/client'
import { type DeskState, deskResponseSchemas } from '#desk/lib/sample-responses.ts'
import { me, sampleNow, usualResponses } from '#desk/lib/samples.ts'
import { installFakeServer } from './fake-server.ts'

/** Renders the complete desk at the state's URL with the state's responses. */
export async function showDesk(state: DeskState, root: ReturnType<typeof createRoot>): Promise<void> {
  const answers = { ...usualResponses, ...state.answers }
  const project = state.isBesideProject ? besideProject : {}
  for (const [name, content] of Object.entries({ ...metas, ...project })) addMeta(name, content)
  const entries = Object.entries(state.present ?? {})
  const present = Object.fromEntries(entries.map(([id, typing]) => [id, { metas: [{ phx_ref: id, typing }] }]))
  installFakeServer({ nameOf, schemas: deskResponseSchemas, answers, now: sampleNow, present })
  if (!state.isSignedOut) localStorage.setItem('desk', JSON.stringify(session))
  if (state.landing) history.replaceState(null, '', `${location.pathname}${location.search}#${state.landing}`)

  const [{ createMemoryHistory }, { router }, { queryClient }, { renderDesk }] = await Promise.all([
    import('@tanstack/react-router'),
    import('#desk/app/router.tsx'),
    import('#desk/lib/query-client.ts'),
    import('#desk/app/app.tsx'),
  ])
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [`/desk${state.at}`] }) })
  const { queries, mutations } = queryClient.getDefaultOptions()
  // Retries without a delay, because every retry fails in a sample state.
  queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 }, ...(mutations && { mutations }) })
  HTMLFormElement.prototype.submit = showLetter
  root.render(renderDesk())
}

/** Intercepts a form that loads an email into a frame, and shows a sample email in that frame instead. */
function showLetter(this: HTMLFormElement): void {
  const frame = document.querySelector<HTMLIFrameElement>(`iframe[name='${this.target}']`)
  void import('./letters.ts').then(async ({ confirmationLetterHtml }) => {
    if (frame) frame.srcdoc = await confirmationLetterHtml()
  })
}

const metas = {
  'publishable-key': 'sb_publishable_gallery',
  'supabase-url': '',
  'passkey-origin': location.origin,
  'sign-in-services': 'google',
}

/** The desk's meta elements for a server next to a Supabase project, which has no passkeys or sign-in services. */
const besideProject = {
  'supabase-url': 'https://project.example',
  'passkey-origin': '',
  'sign-in-services': '',
}

function addMeta(name: string, content: string): void {
  const meta = document.createElement('meta')
  Object.assign(meta, { name, content })
  document.head.append(meta)
}

const part = (claims: object) => btoa(JSON.stringify(claims)).replace(/=+$/, '')
const expires = Math.floor(Date.now() / 1000) + 24 * 3600

/** The token is unsigned, because no real server reads it. */
const session: Session = {
  access_token: `${part({ alg: 'none' })}.${part({ sub: me.id, aal: 'aal2', exp: expires })}.AAAA`,
  refresh_token: 'gallery',
  token_type: 'bearer',
  expires_in: 24 * 3600,
  expires_at: expires,
  user: {
    id: me.id,
    email: me.email,
    app_metadata: {},
    user_metadata: {},
    aud: '',
    created_at: me.created_at,
  },
}

/** Returns the request's key in `deskResponseSchemas`, or null for requests that go to the network. */
function nameOf(method: string, path: string): string | null {
  if (path === '/healthz') return 'healthz'
  const [, service, rest = ''] = /^\/(\w+)\/v1(\/.+)?$/.exec(path) ?? []
  if (!service) return null
  if (service === 'rest') return rest.slice(1)
  const name = service + rest
  const found = keys.find(([route]) => route.test(`${method} ${name}`))?.[1]
  return found ?? (name in deskResponseSchemas ? name : null)
}

/** The keys of the requests whose path is not the key. */
const keys: readonly (readonly [RegExp, keyof typeof deskResponseSchemas])[] = [
  [/ letters\/(?!status$|test$)/, 'letters/view'],
  [/ ready\/letter\/confirmation$/, 'ready/confirmation'],
  [/ site\/publications\//, 'site/publish'],
  [/ webhooks\/.*\/test$/, 'webhooks/test'],
  [/ webhooks/, 'webhooks/secret'],
  [/ calendars\/.*\/read$/, 'calendars/read'],
  [/ mailbox$/, 'mailbox/saved'],
  [/ calendars/, 'calendars/added'],
  [/ auth\/passkeys/, 'auth/passkeys'],
  [/^GET auth\/factors\/recovery-codes/, 'auth/recovery-codes'],
  [/^POST auth\/factors\/recovery-codes/, 'auth/new-recovery-codes'],
  [/^POST auth\/factors$/, 'auth/enrol'],
  [/ auth\/factors\/[^/]+\/challenge$/, 'auth/challenge'],
  [/ auth\/factors\/[^/]+\/verify$/, 'auth/verify'],
]
