import { qaChecklists } from '#content/qa-checklists.ts'
import { CallBanner } from '#site/features/booking/book-call.tsx'
import { PackOffer } from '#site/features/packs/pack-offer.tsx'
import { ViewLink } from '#site/lib/navigation.tsx'
import { Figures } from '#ui/figures.tsx'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/page-head.tsx'
import { BestPractices } from './best-practices.tsx'
import { Checklists, checklist } from './checklists.tsx'
import { TickedSheet } from './ticked-sheet.tsx'
import { Tools } from './tools.tsx'

const { hero, closing } = qaChecklists

export const laters = [checklist]

export function Screen() {
  return (
    <>
      <div className={layout.unprinted}>
        <PageHead
          eyebrow={hero.eyebrow}
          title={hero.title}
          lede={hero.lede}
          beside={<TickedSheet />}
          below={<Figures items={hero.facts} />}
        >
          <PackOffer pack="qa-checklist" place="qa-checklists" />
        </PageHead>
      </div>
      <Checklists />
      <Tools />
      <BestPractices />
      <CallBanner title={closing.title} text={closing.text} look="board">
        <ViewLink to="delivery-frameworks">{closing.next}</ViewLink>
      </CallBanner>
    </>
  )
}
