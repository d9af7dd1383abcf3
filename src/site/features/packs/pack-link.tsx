import type { AnchorHTMLAttributes } from 'react'
import type { PackId } from '#content/pack-ids.ts'
import { track } from '#site/lib/track.ts'

interface PackLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  pack: PackId
  /** Where on the site it stands. */
  place: string
}

/** Downloads a pack, under the name that the server gives it; the click is the browser's own. */
export function PackLink({ pack, place, ...rest }: PackLinkProps) {
  return (
    <a {...rest} href={`/packs/${pack}.zip`} download onClick={() => track('download', { pack, place })} />
  )
}
