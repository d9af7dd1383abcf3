import { successKit } from '#content/success-kit.ts'
import { CallBanner } from '#site/features/booking/call-banner.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Shelf } from './shelf.tsx'
import { Testimonials } from './testimonials.tsx'

const { hero, closing } = successKit

export function Screen() {
  return (
    <>
      <PageHead eyebrow={hero.eyebrow} title={hero.title} lede={hero.lede} figures={hero.facts} />
      <Shelf />
      <Testimonials />
      <CallBanner {...closing} />
    </>
  )
}
