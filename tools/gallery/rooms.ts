import type { Root } from 'react-dom/client'
import type { DeskStates } from '#desk/lib/answers.ts'
import type { Step } from '#shared/lib/staged.ts'
import type { SiteStates } from '#site/lib/answers.ts'
import type { DrawnStates } from '#ui/drawn-state.ts'

export interface Room {
  /** The names of its states. */
  list: () => Promise<string[]>
  /** Draws one of them; gives what is to be done then. */
  show: (state: string, root: Root) => Promise<readonly Step[]>
}

const room = <State>(
  load: () => Promise<{ states: Readonly<Record<string, State>> }>,
  show: (state: State, root: Root) => Promise<readonly Step[]>,
): Room => ({
  list: async () => Object.keys((await load()).states),
  show: async (name, root) => {
    const state = (await load()).states[name]
    if (!state) throw new Error(`This room has no state '${name}'`)
    return show(state, root)
  },
})

const desk = (load: () => Promise<{ states: DeskStates }>) =>
  room(load, async (state, root) => {
    const { showDesk } = await import('./desk-stage.ts')
    await showDesk(state, root)
    return state.steps ?? []
  })

const piece = (load: () => Promise<{ states: DrawnStates }>) =>
  room(load, async (state, root) => {
    const { showPiece } = await import('./piece-stage.tsx')
    await showPiece(state, root)
    return state.steps ?? []
  })

const site = (load: () => Promise<{ states: SiteStates }>) =>
  room(load, async (state, root) => {
    const { showSite } = await import('./site-stage.tsx')
    await showSite(state, root)
    return state.steps ?? []
  })

const letters: Room = {
  list: async () => (await import('./letter-stage.ts')).letterNames(),
  show: async (name) => {
    await (await import('./letter-stage.ts')).showLetter(name)
    return []
  },
}

/** Everything that the gallery shows. A piece or room that is missing here is named by `rooms.test.ts`. */
export const rooms: Readonly<Record<string, Room>> = {
  'site/booking': site(() => import('#site/features/booking/booking.states.tsx')),
  'site/contact': site(() => import('#site/features/contact/contact.states.tsx')),
  'desk/shell': desk(() => import('#desk/app/shell.states.ts')),
  'desk/entry': desk(() => import('#desk/screens/entry/entry.states.ts')),
  'desk/bookings': desk(() => import('#desk/screens/bookings/bookings.states.ts')),
  'desk/messages': desk(() => import('#desk/screens/messages/messages.states.ts')),
  'desk/week': desk(() => import('#desk/screens/week/week.states.ts')),
  'desk/hours': desk(() => import('#desk/screens/hours/hours.states.ts')),
  'desk/letters': desk(() => import('#desk/screens/letters/letters.states.ts')),
  'desk/person': desk(() => import('#desk/screens/person/person.states.ts')),
  'desk/insights': desk(() => import('#desk/screens/insights/insights.states.ts')),
  'desk/exports': desk(() => import('#desk/screens/exports/exports.states.ts')),
  'desk/people': desk(() => import('#desk/screens/people/people.states.ts')),
  'desk/ready': desk(() => import('#desk/screens/ready/ready.states.ts')),
  'desk/settings': desk(() => import('#desk/screens/settings/settings.states.ts')),
  'desk/webhooks': desk(() => import('#desk/screens/webhooks/webhooks.states.ts')),
  'desk/log': desk(() => import('#desk/screens/log/log.states.ts')),
  'desk/account': desk(() => import('#desk/screens/account/account.states.ts')),
  'desk-parts/charts': piece(() => import('#desk/features/charts/charts.states.tsx')),
  'desk-parts/inbox': desk(() => import('#desk/features/inbox/inbox.states.ts')),
  'desk-parts/record': desk(() => import('#desk/features/record/record.states.ts')),
  'desk-parts/letters': desk(() => import('#desk/features/letters/letters.states.ts')),
  'desk-parts/new-password': desk(() => import('#desk/features/new-password/new-password.states.ts')),
  'desk-parts/second-factor': desk(() => import('#desk/features/second-factor/second-factor.states.ts')),
  'letters/all': letters,
}
