import { derivedClaims } from '#content/claims.ts'
import { home, programPhases } from '#content/home.ts'
import drawing from '#site/lib/drawing.module.css'
import frame from '#site/lib/frame.module.css'
import { ViewLink } from '#site/lib/navigation.tsx'
import { SectionHead } from '#site/lib/section.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import css from './home.module.css'

const { partner360 } = home

/** The weeks as a chart, and the three stacks. */
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

const phases = programPhases()
const weekCount = Number(derivedClaims().programWeeks)
const weeks = Array.from({ length: weekCount }, (_, index) => index + 1)
const rowHeight = 52
const top = 30

/** The start of a week on the chart. */
const at = (week: number) => `${+(((week - 1) / weekCount) * 100).toFixed(3)}%`
const summary = phases.map((phase) => `${phase.title}: ${phase.fromWeek}–${phase.toWeek}`).join('. ')

/** The four phases of the program on a scale of weeks, with the launch in color. */
function WeekChart() {
  const height = top + phases.length * rowHeight
  return (
    <svg
      className={drawing.drawing}
      width="100%"
      height={height}
      role="img"
      data-chart=""
      aria-label={`${partner360.weeksLabel}. ${summary}`}
    >
      {/* Equally spaced rules, drawn as one pattern. */}
      <pattern id="weeks" width={at(2)} height="1">
        <path className={css.rule} d={`M.5 0v${height}`} />
      </pattern>
      <rect width="100%" height={height} fill="url(#weeks)" />
      {weeks.map((week) => (
        <text key={week} className={css.week} x={at(week)} dx="6" y="14">
          {week}
        </text>
      ))}
      <line className={css.rule} x1="100%" x2="100%" y2={height} />
      {phases.map((phase, row) => {
        const last = phase.toWeek === weekCount
        // The name of a later phase ends where the phase's bar ends, so that narrow screens do not cut off the name.
        const late = phase.fromWeek > weekCount / 2
        return (
          <g key={phase.title}>
            <rect
              className={last ? drawing.signal : drawing.ink}
              data-sweep=""
              x={at(phase.fromWeek)}
              width={`${+(((phase.toWeek - phase.fromWeek + 1) / weekCount) * 100).toFixed(3)}%`}
              y={top + row * rowHeight}
              height="18"
            />
            <text
              className={css.phase}
              x={at(late ? phase.toWeek + 1 : phase.fromWeek)}
              y={top + row * rowHeight + 36}
              data-edge={late ? 'end' : undefined}
            >
              {phase.title}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
