import { home } from '#content/home.ts'
import { BookCallButton } from '#site/features/booking/book-call-button.tsx'
import { ViewLink } from '#site/features/navigation/view-link.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { HourRuler } from './hour-ruler.tsx'

const { hero } = home

export function Hero() {
  return (
    <>
      <PageHead eyebrow={hero.eyebrow} title={hero.title} lede={hero.lede} figures={hero.figures}>
        <BookCallButton place="hero">{hero.book}</BookCallButton>
        <ViewLink to="services">{hero.services}</ViewLink>
      </PageHead>
      <HourRuler />
    </>
  )
}
