import { packOffers } from '#content/packs.ts'
import { buttonLook } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { PackLink } from './pack-link.tsx'
import css from './pack-offer.module.css'

/** In the header of a screen: the download of the screen's content. */
export function PackOffer({ pack, place }: { pack: keyof typeof packOffers; place: string }) {
  const { label, note } = packOffers[pack]
  const id = `${pack}-note`
  return (
    <>
      <PackLink pack={pack} place={place} className={buttonLook()} aria-describedby={id}>
        {label}
      </PackLink>
      <p className={`${layout.note} ${css.note}`} id={id}>
        {note}
      </p>
    </>
  )
}
