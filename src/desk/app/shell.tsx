import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { mentionsQuery } from '#desk/features/record/api.ts'
import pieces from '#desk/lib/pieces.module.css'
import { forgetRow } from '#desk/lib/query-client.ts'
import { useIsOnline } from '#desk/lib/server.ts'
import { useNow } from '#desk/lib/server-clock.ts'
import { useShortcut } from '#desk/lib/shortcuts.ts'
import { type WatchedTable, watch } from '#desk/lib/supabase.ts'
import { myZone, timeOfDay, zoneCity } from '#desk/lib/times.ts'
import layout from '#ui/layout.module.css'
import { Nav } from './nav.tsx'
import css from './shell.module.css'
import { ShortcutHelp } from './shortcut-help.tsx'
import { ZoneQuestion } from './zone-question.tsx'

/** The layout around every screen: navigation, the hour, and the notice of a lost connection. */
export function Shell() {
  const main = useRef<HTMLElement>(null)
  // Of the screen that is drawn: the address changes before the code of the next one is here.
  const path = useRouterState({
    select: ({ location, resolvedLocation }) => (resolvedLocation ?? location).pathname,
  })
  const navigate = useNavigate()
  const [showsKeys, showKeys] = useState(false)
  useErasures()
  useShortcut('g>b', () => void navigate({ to: '/bookings', search: {} }))
  useShortcut('g>m', () => void navigate({ to: '/messages', search: {} }))
  useShortcut('g>w', () => void navigate({ to: '/week', search: {} }))
  useShortcut('g>u', () => void navigate({ to: '/hours', search: {} }))
  useShortcut('g>l', () => void navigate({ to: '/letters', search: {} }))
  useShortcut('g>i', () => void navigate({ to: '/insights', search: {} }))

  // A client-side navigation is silent to screen readers, so the heading takes the focus.
  const seen = useRef(path)
  useEffect(() => {
    if (seen.current === path) return
    seen.current = path
    const heading = main.current?.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [path])

  return (
    <div className={css.shell}>
      <a className={css.skip} href="#main">
        Skip to the work
      </a>
      <header className={css.rail}>
        <Nav onKeys={() => showKeys(true)} />
        <DayStrip />
      </header>
      <main className={css.main} id="main" ref={main} tabIndex={-1}>
        <ConnectionNotice />
        <ZoneQuestion />
        <Outlet />
      </main>
      <ShortcutHelp isOpen={showsKeys} onChange={showKeys} />
    </div>
  )
}

const tables: readonly WatchedTable[] = ['strategy_call_bookings', 'contact_messages']

/** Removes erased people from the cache, and looks for mentions, as soon as the news arrives, whatever screen is open. */
function useErasures(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let wasLive = false
    const stops = tables.map((table) =>
      watch(table, {
        // Perhaps a note names the reader.
        onChange: () => void queryClient.invalidateQueries({ queryKey: mentionsQuery.queryKey }),
        onGone: (id) => forgetRow(queryClient, id),
        onState: (isLive) => {
          // Catches up with erasures that happened while the channel was down.
          if (isLive && wasLive) void queryClient.invalidateQueries({ queryKey: ['person'] })
          wasLive = wasLive || isLive
        },
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [queryClient])
}

/** A sticky notice while there is no connection: what is on the screen may be stale. */
function ConnectionNotice() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className={css.place}>
      {!isOnline && (
        <p className={`${pieces.problem} ${css.notice}`}>
          No connection. You can read what is here; nothing can be changed until it is back.
        </p>
      )}
    </div>
  )
}

/** The day as a ruler of 24 hours, filled up to now: the desk measures everything by it. */
function DayStrip() {
  const now = new Date(useNow())
  const [hours = 0, minutes = 0] = timeOfDay(now).split(':').map(Number)
  const share = ((hours + minutes / 60) / 24) * 100
  return (
    <div className={`${layout.tight} ${css.strip}`}>
      <p className={css.time}>
        {timeOfDay(now)} <span>{zoneCity(myZone)}</span>
      </p>
      <svg width="100%" height="16" className={css.ruler} aria-hidden="true">
        <rect width={`${share}%`} y="10" height="6" />
        {Array.from({ length: 25 }, (_, hour) => (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour.
            key={hour}
            x1={`${(hour / 24) * 100}%`}
            x2={`${(hour / 24) * 100}%`}
            y1={hour % 6 === 0 ? 2 : 8}
            y2="16"
          />
        ))}
      </svg>
    </div>
  )
}
