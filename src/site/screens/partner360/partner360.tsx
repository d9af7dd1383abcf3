import { partner360, planPhases } from '#content/partner360.ts'
import { BookCallButton, CallBanner } from '#site/features/booking/book-call.tsx'
import frame from '#site/lib/frame.module.css'
import { CalculatorLink } from '#site/lib/navigation.tsx'
import { DarkSection, PageHead, SectionHead } from '#site/lib/section.tsx'
import layout from '#ui/layout.module.css'
import css from './partner360.module.css'
import { Plan, PlanLink } from './plan.tsx'

const { hero, consultation, stacks, benefits } = partner360

export function Screen() {
  return (
    <>
      <PageHead words={hero} figures={hero.stats} below={<PhaseStrip />}>
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

/** The program on one strip of weeks; on a phone, each phase has its own strip. */
function PhaseStrip() {
  return (
    <ol className={css.strip}>
      {planPhases().map((phase) => (
        <li key={phase.title} className={`${layout.top} ${css.phase}`}>
          <span className={css.bar} />
          <strong className={css.phaseName}>{phase.title}</strong>{' '}
          <span className={`${layout.note} ${layout.numbers} ${css.weeks}`}>{phase.weeks}</span>
        </li>
      ))}
    </ol>
  )
}

/** Three columns below a line that shows the customer's journey. */
function Stacks() {
  return (
    <DarkSection>
      <SectionHead title={stacks.title}>
        <p>{stacks.text}</p>
      </SectionHead>
      <ol className={css.stacks}>
        {stacks.items.map((stack) => (
          <li key={stack.name} className={css.stack}>
            <p className={css.moment}>{stack.moment}</p>
            <div className={css.about}>
              <h3 className={css.stacksName}>{stack.name}</h3>
              <p className={css.question}>{stack.question}</p>
              <p>{stack.description}</p>
            </div>
            <div>
              <p className={`${layout.note} ${css.label}`}>{stacks.featuresLabel}</p>
              <ul className={`${frame.lines} ${css.features}`}>
                {stack.features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
            </div>
            <div>
              <p className={`${layout.note} ${css.label}`}>{stacks.outcomesLabel}</p>
              <ul className={css.outcomes}>
                {stack.outcomes.map((outcome) => (
                  <li key={outcome}>{outcome}</li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
    </DarkSection>
  )
}

function Benefits() {
  return (
    <section className={layout.page}>
      <SectionHead title={benefits.title}>
        <p>{benefits.text}</p>
      </SectionHead>
      <ul className={css.benefits}>
        {benefits.items.map((benefit) => (
          <li key={benefit.title} className={css.benefit}>
            <h3 className={css.title}>{benefit.title}</h3>
            <p className={`${frame.description} ${css.description}`}>{benefit.description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
