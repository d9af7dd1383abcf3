import { home } from '#content/home.ts'
import frame from '#site/lib/frame.module.css'
import { ViewLink } from '#site/lib/navigation.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { SectionHead } from '#ui/section-head.tsx'
import css from './home.module.css'
import { WeekChart } from './week-chart.tsx'

const { partner360 } = home

/** Twelve weeks as a chart, and the three stacks that they set up. */
export function PartnerProgram() {
  return (
    <section className={layout.page}>
      <SectionHead eyebrow={partner360.eyebrow} title={partner360.title}>
        <p>{partner360.text}</p>
        <ViewLink to="partner360" className={`${layout.inline} ${css.partnerProgramLink}`}>
          {partner360.link}
          <Icon name="arrow" />
        </ViewLink>
      </SectionHead>
      <WeekChart />
      <ul className={`${frame.split56} ${css.stacks}`}>
        {partner360.stacks.map((stack) => (
          <li key={stack.name}>
            <h3>{stack.name}</h3>
            <p className={frame.description}>{stack.line}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
