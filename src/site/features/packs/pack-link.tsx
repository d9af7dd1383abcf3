import type { AnchorHTMLAttributes } from 'react'
import type { PackId } from '#content/packs.ts'
import { packSize } from '#content/packs.ts'
import packFacts from '#made/pack-facts.json'
import { LazyPart } from '#site/lib/lazy-part.tsx'
import { useStore } from '#site/lib/store.ts'
import { track } from '#site/lib/track.ts'
import { offerBeside, offeredBeside } from './state.ts'

interface PackLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  pack: PackId
  /** The link's position on the site. */
  place: string
}

const nextThing = async () => (await import('./next-thing.tsx')).NextThing

/** Downloads a pack under the name that the server gives it, and says how large it is; the browser handles the click. */
export function PackLink({ pack, place, children, ...rest }: PackLinkProps) {
  const link = pack + place
  const isOffered = useStore(offeredBeside) === link
  const tell = () => {
    track('download', { pack, place })
    offerBeside(link)
  }
  return (
    <>
      <a {...rest} href={`/packs/${pack}.zip`} download onClick={tell}>
        {children}
        {` (${packSize(packFacts[pack].bytes)})`}
      </a>
      {isOffered && <LazyPart name="next-thing" load={nextThing} props={{ pack }} failed={() => null} />}
    </>
  )
}
