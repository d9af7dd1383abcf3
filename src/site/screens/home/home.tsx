import { hasExample, home } from '#content/home.ts'
import { callSteps } from '#content/strategy-call.ts'
import { BookCallButton, CallSteps, SlotsClaim } from '#site/features/booking/book-call.tsx'
import { PackLink } from '#site/features/packs/pack-link.tsx'
import frame from '#site/lib/frame.module.css'
import { CalculatorLink, ViewLink } from '#site/lib/navigation.tsx'
import { DarkSection, Figures, SectionHead } from '#site/lib/section.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { Hero } from './hero.tsx'
import css from './home.module.css'
import { PartnerProgram } from './partner-program.tsx'
import worldMap from './world-map.svg?url'

export function Screen() {
  return (
    <>
      <Hero />
      <PainPoints />
      <Solution />
      <PartnerProgram />
      <Proof />
      <Resources />
      <FinalCall />
    </>
  )
}

const { painPoints, solution, proof, resources, finalCall } = home

/** Five moments of one week, styled as a printed timetable. */
function PainPoints() {
  return (
    <section className={`${frame.split64} ${layout.page} ${css.painPointsSection}`}>
      <div className={`${layout.top} ${css.painPointsHead}`}>
        <p className={layout.note}>{painPoints.eyebrow}</p>
        <h2>{painPoints.title}</h2>
        <p>{painPoints.text}</p>
        <p className={layout.note}>
          {`${painPoints.note} `}
          <CalculatorLink>{painPoints.link}</CalculatorLink>
        </p>
      </div>
      <ol className={layout.ruled}>
        {painPoints.cards.map((card) => (
          <li key={card.day} className={`${frame.entry} ${css.painPointsCard}`}>
            <p className={css.time}>
              <span>{card.day}</span>
              {` ${card.time}`}
            </p>
            <div>
              <h3>{card.title}</h3>
              <p className={frame.description}>{card.description}</p>
            </div>
            <p className={css.cost}>
              <span className={`${frame.caption} ${css.costLabel}`}>{painPoints.costLabel}</span>
              {` ${card.cost}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Six solutions, each with the moment of the week that it improves. */
function Solution() {
  return (
    <DarkSection>
      <SectionHead eyebrow={solution.eyebrow} title={solution.title}>
        <p>
          {`${solution.text} `}
          <ViewLink to="services">{solution.link}</ViewLink>
        </p>
      </SectionHead>
      <ul className={css.cards}>
        {solution.cards.map((card) => (
          <li key={card.title} className={css.solutionCard}>
            <p className={css.answers}>{card.answers}</p>
            <p className={`${frame.bigFigure} ${css.figure}`}>
              {`${card.figure} `}
              <span className={`${frame.caption} ${css.figureLabel}`}>{card.figureLabel}</span>
            </p>
            <h3>{card.title}</h3>
            <p className={frame.description}>{card.description}</p>
          </li>
        ))}
      </ul>
    </DarkSection>
  )
}

const countries = proof.countries.map(({ country }) => country)

function Proof() {
  return (
    <section className={frame.sunken}>
      <div className={`${frame.split64} ${layout.page} ${css.proofInner}`}>
        <div className={layout.top}>
          <p className={layout.note}>{proof.eyebrow}</p>
          <h2>{proof.title}</h2>
          <p>{proof.text}</p>
          <Figures items={proof.figures} />
          {hasExample() && <a href={proof.example.href}>{proof.example.label}</a>}
        </div>
        <WorldMap names={countries} words={proof.map} />
        <div className={css.terms}>
          <div className={`${layout.top} ${css.risk}`}>
            <h3>{proof.termsTitle}</h3>
            <BookCallButton place="proof" look="plain" />
          </div>
          <dl>
            {proof.terms.map((term) => (
              <div key={term.title} className={css.term}>
                <dt>{term.title}</dt>
                <dd>{term.text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  )
}

/** A world map drawn in rows; the four countries named in the text are highlighted. */
function WorldMap({ names, words }: { names: readonly string[]; words: string }) {
  return (
    <figure className={css.map}>
      {/* The map is a separate file that loads when it is near the viewport. An inline map would delay the page for every visitor. */}
      <img src={worldMap} alt={names.join(', ')} width="180" height="66" loading="lazy" decoding="async" />
      <figcaption>{words}</figcaption>
    </figure>
  )
}

/** Three free resources, styled as an invoice with a total of zero. */
function Resources() {
  return (
    <section className={`${frame.split60} ${layout.page} ${css.resourcesSection}`}>
      <div className={`${layout.top} ${css.resourcesHead}`}>
        <p className={layout.note}>{resources.eyebrow}</p>
        <h2>{resources.title}</h2>
        <p>{resources.text}</p>
        <BookCallButton place="resources" look="plain" />
      </div>
      <div className={`${frame.sheet} ${css.bill}`}>
        <ul>
          {resources.cards.map((card) => (
            <li key={card.target} className={`${layout.spread} ${css.resourcesCard}`}>
              <div>
                <h3>{card.title}</h3>
                <p className={css.description}>{card.description}</p>
                <p className={layout.note}>{`${card.downloads} ${resources.downloadsLabel}`}</p>
                <ViewLink to={card.target} className={`${layout.inline} ${css.resourcesLink}`}>
                  {card.link}
                  <Icon name="arrow" />
                </ViewLink>
                {'pack' in card && (
                  <PackLink pack={card.pack} place="resources" className={`${layout.inline} ${css.resourcesLink}`}>
                    {resources.packLink}
                  </PackLink>
                )}
              </div>
              <p className={css.value}>
                <span className={frame.caption}>{resources.valueLabel}</span>
                {` ${card.value}`}
              </p>
            </li>
          ))}
        </ul>
        <p className={css.total}>
          <span>{resources.totalLabel}</span>
          <s>{resources.total}</s>
        </p>
        <p className={`${layout.signal} ${css.resourcesPrice}`}>
          <span>{resources.priceLabel}</span>
          <strong>{resources.price}</strong>
        </p>
      </div>
    </section>
  )
}

function FinalCall() {
  return (
    <section className={frame.loud}>
      <div className={`${frame.split60} ${layout.page} ${css.finalCallInner}`}>
        <div className={layout.top}>
          <p>{finalCall.eyebrow}</p>
          <h2>{finalCall.title}</h2>
          <p className={css.text}>{finalCall.text}</p>
          <p className={css.finalCallPrice}>
            <span className={css.usually}>
              {`${finalCall.priceLabel} `}
              <s>{finalCall.price}</s>
            </span>
            <strong>{finalCall.free}</strong>
          </p>
          <div className={`${layout.bar} ${css.action}`}>
            <BookCallButton place="final-call" look="plain" />
            <SlotsClaim>{finalCall.slots}</SlotsClaim>
          </div>
        </div>
        <div>
          <h3 className={css.stepsTitle}>{callSteps.title}</h3>
          <CallSteps detailed />
        </div>
      </div>
    </section>
  )
}
