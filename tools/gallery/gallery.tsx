import './layers.css'
import '#ui/styles.ts'
import '#desk/app/font.css'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import css from './gallery.module.css'
import { addressOf, type Place } from './place.ts'
import { rooms } from './rooms.ts'
import { StateFrame } from './state-frame.tsx'

const themes = ['light', 'dark'] as const
const widths = [390, 768, 1440] as const

/** Every room with its states, each in a frame of its own. */
export function showGallery(place: Place): void {
  document.title = [place.state, place.room, 'Gallery'].filter(Boolean).join(' · ')
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(
    <StrictMode>
      <Gallery place={place} />
    </StrictMode>,
  )
}

function Gallery({ place }: { place: Place }) {
  const { room, state, theme, width } = place
  const states = useStates(room)
  const to = (change: Partial<Place>) => addressOf({ ...place, ...change })
  return (
    <div className={css.gallery}>
      <nav className={css.rooms} aria-label="Rooms">
        <h1>Gallery</h1>
        {Object.keys(rooms).map((name) => (
          <a
            key={name}
            href={to({ room: name, state: null })}
            aria-current={name === room ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <main>
        <p className={css.looks}>
          <a href={to({ theme: null })}>as the system</a>
          {themes.map((one) => (
            <a key={one} href={to({ theme: one })} aria-current={one === theme ? 'true' : undefined}>
              {one}
            </a>
          ))}
          {widths.map((one) => (
            <a key={one} href={to({ width: one })} aria-current={one === (width ?? 390) ? 'true' : undefined}>
              {one}
            </a>
          ))}
          <span>Forced colours: in the developer tools, under Rendering.</span>
        </p>
        <div className={css.states}>
          {states
            .filter((name) => state === null || name === state)
            .map((name) => (
              <figure key={name}>
                <figcaption>
                  <a href={to({ state: name })}>{name}</a>{' '}
                  <a href={to({ state: name, isFrame: true, width: null })}>alone</a>
                </figcaption>
                <StateFrame
                  place={{ ...place, isFrame: true, state: name, width: null }}
                  width={width ?? 390}
                />
              </figure>
            ))}
        </div>
      </main>
    </div>
  )
}

function useStates(room: string | null): string[] {
  const [states, setStates] = useState<string[]>([])
  useEffect(() => {
    void rooms[room ?? '']?.list().then(setStates)
  }, [room])
  return states
}
