import type { AnchorHTMLAttributes } from 'react'
import { type PackId, packDownloads, packSize } from '#content/packs.ts'
import packFacts from '#made/pack-facts.json'
import { LazyPart } from '#site/lib/lazy-part.tsx'
import { createStore, useStore } from '#site/lib/store.ts'
import { track } from '#site/lib/track.ts'
import { buttonClass } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './packs.module.css'

interface PackLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  pack: PackId
  place: string
}

const nextThing = async () => (await import('./next-suggestion.tsx')).NextSuggestion

/** Downloads a pack and shows the file's size. The server sets the file name, and the browser handles the click. */
export function PackLink({ pack, place, children, ...rest }: PackLinkProps) {
  const link = pack + place
  const isOffered = useStore(suggestionLink) === link
  const tell = () => {
    track('download', { pack, place })
    suggestAfter(link)
  }
  const onDismiss = () => suggestionLink.set('')
  return (
    <>
      <a {...rest} href={`/packs/${pack}.zip`} download onClick={tell}>
        {children}
        {` (${packSize(packFacts[pack].bytes)})`}
      </a>
      {isOffered && <LazyPart name="next-thing" load={nextThing} props={{ pack, onDismiss }} failed={() => null} />}
    </>
  )
}

/** The link that shows a suggestion: null before the first download, and empty after the second. */
const suggestionLink = createStore<string | null>(null)

/** Shows a suggestion only after the first download of a visit. */
function suggestAfter(link: string): void {
  const now = suggestionLink.get()
  if (now !== link) suggestionLink.set(now === null ? link : '')
}

/** A download link in a screen's header, for the content of that screen. */
export function PackOffer({ pack, place }: { pack: keyof typeof packDownloads; place: string }) {
  const { label, note } = packDownloads[pack]
  const id = `${pack}-note`
  return (
    <>
      <PackLink pack={pack} place={place} className={buttonClass()} aria-describedby={id}>
        {label}
      </PackLink>
      <p className={`${layout.note} ${css.note}`} id={id}>
        {note}
      </p>
    </>
  )
}
