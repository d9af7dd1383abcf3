import { services } from '#content/services.ts'
import { BookCallButton } from '#site/features/booking/book-call-button.tsx'
import { CallBanner } from '#site/features/booking/call-banner.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { ServiceList } from './service-list.tsx'

const { hero, claims, banner } = services

export function Screen() {
  return (
    <>
      <PageHead eyebrow={hero.eyebrow} title={hero.title} lede={hero.lede} figures={claims}>
        <BookCallButton place="hero">{hero.book}</BookCallButton>
      </PageHead>
      <ServiceList />
      <CallBanner {...banner} />
    </>
  )
}
