import { about } from '#content/about.ts'
import { CallBanner } from '#site/features/booking/book-call.tsx'
import frame from '#site/lib/frame.module.css'
import { ViewLink } from '#site/lib/navigation.tsx'
import { DarkSection, PageHead } from '#site/lib/section.tsx'
import layout from '#ui/layout.module.css'
import css from './about.module.css'
import { DayRelay } from './day-relay.tsx'
import { People } from './people.tsx'

const { hero, call, stats, mission, vision, values } = about

export function Screen() {
  return (
    <>
      <PageHead words={hero} below={<DayRelay />} />
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

/** Four figures in one row across the page. */
function Stats() {
  return (
    <section className={`${layout.page} ${css.statsSection}`}>
      <div className={`${layout.ends} ${css.statsHead}`}>
        <h2 className={frame.title}>{stats.title}</h2>
        <p className={layout.note}>{stats.note}</p>
      </div>
      <dl className={`${frame.entry} ${css.stats}`}>
        {stats.items.map((stat) => (
          <div key={stat.label} className={css.stat}>
            <dt className={layout.soft}>{stat.label}</dt>
            <dd className={css.statsValue}>{stat.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Mission() {
  return (
    <section className={`${layout.page} ${css.missionSection}`}>
      <h2 className={`${frame.title} ${css.missionTitle}`}>{mission.title}</h2>
      <p className={css.missionStatement}>{mission.statement}</p>
      <p className={`${frame.below} ${css.missionText}`}>{mission.text}</p>
    </section>
  )
}

function Vision() {
  return (
    <DarkSection>
      <div className={`${frame.split64} ${css.words}`}>
        <h2 className={`${frame.title} ${css.visionTitle}`}>{vision.title}</h2>
        <p className={css.visionStatement}>{vision.statement}</p>
        <p className={`${layout.soft} ${css.visionText}`}>{vision.text}</p>
      </div>
    </DarkSection>
  )
}

/** A list of values: what each value means, and where an outsider can verify it. */
function Values() {
  return (
    <section className={layout.page}>
      <h2 className={css.valuesHead}>{values.title}</h2>
      <ul className={layout.ruled}>
        {values.items.map((value) => (
          <li key={value.title} className={`${frame.entry} ${css.valueRow}`}>
            <h3 className={css.name}>{value.title}</h3>
            <p>{value.description}</p>
            <p className={css.check}>
              <span className={frame.caption}>{values.checkLabel}</span> {value.check}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
