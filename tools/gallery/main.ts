/// <reference types="vite/types/importMeta.d.ts" />
import './layers.css'
import { createRoot, type Root } from 'react-dom/client'
import type { DeskState } from '#desk/lib/sample-responses.ts'
import type { StateExpectation } from '#shared/lib/sample-states.ts'
import type { SiteState } from '#site/lib/sample-answers.ts'
import { pageSettled, performSteps } from './steps.ts'

/**
 * `/gallery` lists the features with sample states, `?room=` lists a feature's states, and `&state=` opens one of
 * these states.
 */
interface StateModule {
  readonly states: Readonly<Record<string, DeskState | SiteState | string>>
  readonly looks?: Readonly<Record<string, readonly StateExpectation[]>>
}

declare global {
  interface Window {
    /** For tests: the names of all states by feature, and the expectations of the open state. */
    gallery: { list: () => Promise<Record<string, string[]>>; looks: readonly StateExpectation[] }
  }
}

const load = Object.fromEntries(
  Object.entries(import.meta.glob<StateModule>('/src/**/*.states.{ts,tsx}')).map(([path, room]) => [
    path.replace(/^\/src\/(.*)\.states\.tsx?$/, '$1'),
    room,
  ]),
)
load.letters = async () => {
  const { letterNames } = await import('./letters.ts')
  return { states: Object.fromEntries(letterNames().map((name) => [name, name])) }
}

async function list(): Promise<Record<string, string[]>> {
  const rooms = Object.entries(load).map(async ([name, room]) => [name, Object.keys((await room()).states)] as const)
  return Object.fromEntries(await Promise.all(rooms))
}

/** Renders a state and performs its steps. Then sets `data-gallery`. */
async function open(name: string, stateName: string): Promise<void> {
  const room = await load[name]?.()
  const state = room?.states[stateName]
  const root = document.getElementById('root')
  if (!root || state === undefined) throw new Error(`unknown state '${stateName}' of '${name}'`)
  await show(state, createRoot(root))
  await pageSettled()
  await performSteps((typeof state === 'object' && state.steps) || [])
  await pageSettled()
  window.gallery.looks = room?.looks?.[stateName] ?? []
}

async function show(state: DeskState | SiteState | string, root: Root): Promise<void> {
  if (typeof state === 'string') return (await import('./letters.ts')).showLetter(state)
  if ('draw' in state) return (await import('./site.tsx')).showSite(state, root)
  return (await import('./desk.ts')).showDesk(state, root)
}

/** Lists the states of a room, or all rooms. */
async function showLinks(room: string | null): Promise<void> {
  document.title = room ?? 'Gallery'
  const all = document.createElement('ul')
  for (const name of Object.keys((room ? (await load[room]?.())?.states : load) ?? {})) {
    const link = document.createElement('a')
    link.href = `?${new URLSearchParams(room ? { room, state: name } : { room: name })}`
    link.textContent = name
    all.appendChild(document.createElement('li')).append(link)
  }
  document.body.append(all)
}

window.gallery = { list, looks: [] }
const wanted = new URLSearchParams(location.search)
const [room, state] = [wanted.get('room'), wanted.get('state')]
if (room && state)
  open(room, state).then(
    () => {
      document.documentElement.dataset.gallery = 'ready'
    },
    (error: unknown) => {
      console.error(error)
      document.documentElement.dataset.gallery = 'failed'
    },
  )
else await showLinks(room)
