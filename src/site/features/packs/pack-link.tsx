import type { AnchorHTMLAttributes } from 'react'
import type { PackId } from '#content/pack-ids.ts'
import { track } from '#site/lib/track.ts'

interface PackLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  pack: PackId
  /** The link's position on the site. */
  place: string
}

/** Downloads a pack under the name that the server gives it; the browser handles the click. */
export function PackLink({ pack, place, ...rest }: PackLinkProps) {
  return (
    <a {...rest} href={`/packs/${pack}.zip`} download onClick={() => track('download', { pack, place })} />
  )
}
