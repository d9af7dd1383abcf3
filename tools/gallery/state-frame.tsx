import { useState } from 'react'
import css from './gallery.module.css'
import { addressOf, type Place } from './place.ts'

const least = 320

/** One state in a frame as wide as asked for and as tall as what it shows. */
export function StateFrame({ place, width }: { place: Place; width: number }) {
  const [height, setHeight] = useState(844)
  const measure = (frame: HTMLIFrameElement) => {
    const page = frame.contentDocument?.documentElement
    if (!page) return
    new MutationObserver(() => setHeight(Math.max(least, page.scrollHeight))).observe(page, {
      attributeFilter: ['data-gallery'],
    })
  }
  return (
    <iframe
      className={css.frame}
      title={`${place.room} ${place.state}`}
      src={addressOf(place)}
      loading="lazy"
      // A frame inherits its colour scheme from the page, and media queries in letters follow it.
      style={{ width, height, colorScheme: place.theme ?? undefined }}
      onLoad={(event) => measure(event.currentTarget)}
    />
  )
}
