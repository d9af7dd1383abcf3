import { about } from '#content/about.ts'
import { CallBanner } from '#site/features/booking/book-call.tsx'
import { ViewLink } from '#site/lib/navigation.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { DayRelay } from './day-relay.tsx'
import { Mission } from './mission.tsx'
import { People } from './people.tsx'
import { Stats } from './stats.tsx'
import { Values } from './values.tsx'
import { Vision } from './vision.tsx'

const { hero, call } = about

export function Screen() {
  return (
    <>
      <PageHead eyebrow={hero.eyebrow} title={hero.title} lede={hero.lede} below={<DayRelay />} />
      <Stats />
      <People />
      <Mission />
      <Vision />
      <Values />
      <CallBanner title={call.title} text={call.text} look="line">
        <ViewLink to="contact">{call.contact}</ViewLink>
      </CallBanner>
    </>
  )
}
