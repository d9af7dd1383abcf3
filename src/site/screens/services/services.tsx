import { services } from '#content/services.ts'
import { BookCallButton, CallBanner } from '#site/features/booking/book-call.tsx'
import { later } from '#site/lib/lazy-part.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { ServiceList } from './service-list.tsx'
import { ServiceScale } from './service-scale.tsx'

const { hero, claims, banner } = services

/** Who reads so far down can wait for its words; the page answers before. */
const example = later('case', async () => (await import('./case.tsx')).Case)

export const laters = [example]

export function Screen() {
  return (
    <>
      <PageHead
        eyebrow={hero.eyebrow}
        title={hero.title}
        lede={hero.lede}
        figures={claims}
        below={<ServiceScale />}
      >
        <BookCallButton place="hero" />
      </PageHead>
      <ServiceList />
      <example.Part />
      <CallBanner {...banner} />
    </>
  )
}
