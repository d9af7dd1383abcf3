import { partner360 } from '#content/partner360.ts'
import { BookCallButton, CallBanner } from '#site/features/booking/book-call.tsx'
import { CalculatorLink } from '#site/lib/navigation.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Benefits } from './benefits.tsx'
import { Plan } from './plan.tsx'
import { PlanLink } from './plan-link.tsx'
import { Stacks } from './stacks.tsx'
import { TwelveWeeks } from './twelve-weeks.tsx'

const { hero, consultation } = partner360

export function Screen() {
  return (
    <>
      <PageHead
        eyebrow={hero.eyebrow}
        title={hero.title}
        lede={hero.lede}
        figures={hero.stats}
        below={<TwelveWeeks />}
      >
        <BookCallButton place="hero" />
        <PlanLink />
      </PageHead>
      <Stacks />
      <Benefits />
      <Plan />
      <CallBanner title={consultation.title} text={consultation.text}>
        <p>{consultation.note}</p>
        <CalculatorLink>{consultation.calculator}</CalculatorLink>
      </CallBanner>
    </>
  )
}
