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
  installFakeServer({ nameOf, schemas: deskResponseSchemas, answers, now: sampleNow })
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
  const rest = /^\/rest\/v1\/(.+)$/.exec(path)?.[1]
  if (rest) return rest
  const found = own.find(([route, wanted]) => route.test(path) && (!wanted || wanted === method))
  return found ? found[2] : null
}

const own: readonly (readonly [RegExp, string | null, keyof typeof deskResponseSchemas])[] = [
  [/^\/letters\/v1\/status$/, null, 'letters/status'],
  [/^\/letters\/v1\/test$/, null, 'letters/test'],
  [/^\/letters\/v1\//, null, 'letters/view'],
  [/^\/ready\/v1\/checks$/, null, 'ready/checks'],
  [/^\/ready\/v1\/letter$/, null, 'ready/letter'],
  [/^\/ready\/v1\/letter\/confirmation$/, null, 'ready/confirmation'],
  [/^\/site\/v1$/, null, 'site'],
  [/^\/site\/v1\/edits$/, null, 'site/edits'],
  [/^\/site\/v1\/pictures$/, null, 'site/pictures'],
  [/^\/site\/v1\/preview$/, null, 'site/preview'],
  [/^\/site\/v1\/discard$/, null, 'site/discard'],
  [/^\/site\/v1\/publi/, null, 'site/publish'],
  [/^\/webhooks\/v1\/.*\/test$/, null, 'webhooks/test'],
  [/^\/webhooks\/v1/, null, 'webhooks/secret'],
  [/^\/calendars\/v1\/.*\/read$/, null, 'calendars/read'],
  [/^\/calendars\/v1/, null, 'calendars/added'],
  [/^\/auth\/v1\/user$/, null, 'auth/user'],
  [/^\/auth\/v1\/token$/, null, 'auth/token'],
  [/^\/auth\/v1\/recover$/, null, 'auth/recover'],
  [/^\/auth\/v1\/invite$/, null, 'auth/invite'],
  [/^\/auth\/v1\/passkeys/, null, 'auth/passkeys'],
  [/^\/auth\/v1\/factors\/recovery-codes/, 'GET', 'auth/recovery-codes'],
  [/^\/auth\/v1\/factors\/recovery-codes/, 'POST', 'auth/new-recovery-codes'],
  [/^\/auth\/v1\/factors$/, 'POST', 'auth/enrol'],
  [/^\/auth\/v1\/factors\/[^/]+\/challenge$/, null, 'auth/challenge'],
  [/^\/auth\/v1\/factors\/[^/]+\/verify$/, null, 'auth/verify'],
]
