import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import { CallBanner } from '#site/features/booking/book-call.tsx'
import { PackOffer } from '#site/features/packs/pack-offer.tsx'
import { ViewLink } from '#site/lib/navigation.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Gates } from './gates.tsx'
import { KpiBoard } from './kpi-board.tsx'
import { MethodChoice } from './method-choice.tsx'
import { Phases } from './phases.tsx'
import { Risks } from './risks.tsx'
import { Schedule } from './schedule.tsx'

const { hero, closing } = deliveryFrameworks

export function Screen() {
  return (
    <>
      <PageHead
        eyebrow={hero.eyebrow}
        title={hero.title}
        lede={hero.lede}
        figures={hero.facts}
        below={<Schedule />}
      >
        <PackOffer pack="delivery-framework" place="delivery-frameworks" />
      </PageHead>
      <MethodChoice />
      <Phases />
      <Gates />
      <Risks />
      <KpiBoard />
      <CallBanner title={closing.title} text={closing.text} look="line">
        <ViewLink to="qa-checklists">{closing.next}</ViewLink>
      </CallBanner>
    </>
  )
}
