import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useShortcut } from '#desk/lib/shortcuts.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { DayStrip } from './day-strip.tsx'
import { Nav } from './nav.tsx'
import css from './shell.module.css'
import { ShortcutHelp } from './shortcut-help.tsx'
import { useErasures } from './use-erasures.ts'
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
