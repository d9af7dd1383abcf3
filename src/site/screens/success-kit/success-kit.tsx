import { successKit } from '#content/success-kit.ts'
import { CallBanner } from '#site/features/booking/book-call.tsx'
import { Figures } from '#ui/figures.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { LoosePages } from './loose-pages.tsx'
import { Shelf } from './shelf.tsx'
import { Testimonials } from './testimonials.tsx'

const { hero, closing } = successKit

export function Screen() {
  return (
    <>
      <PageHead
        eyebrow={hero.eyebrow}
        title={hero.title}
        lede={hero.lede}
        beside={<LoosePages />}
        below={<Figures items={hero.facts} />}
      />
      <Shelf />
      <Testimonials />
      <CallBanner {...closing} look="line" />
    </>
  )
}
